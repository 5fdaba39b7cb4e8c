/**
 * What stands for a secret that has no value: SST writes it into a template until the deployment has fetched the secret, and
 * scripts/deploy.ts sets it as the value of an optional secret that nobody has set, since SST refuses unset ones.
 */
export const UNSET_SECRET = "__FETCH_FROM_SSM__";

/** Lambda gives every function its own environment; nothing here reads it before it is used. */
export function environment(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === "" || value === UNSET_SECRET ? undefined : value;
}

export function requireEnvironment(name: string): string {
  const value = environment(name);
  if (value === undefined) throw new Error(`Environment variable ${name} is not set`);
  return value;
}
