/** Lambda gives every function its own environment; nothing here reads it before it is used. */
export function environment(name: string): string | undefined {
  const value = process.env[name];
  // An SST secret reads so until the deploy has filled it in.
  return value === undefined || value === "" || value === "__FETCH_FROM_SSM__" ? undefined : value;
}

export function requireEnvironment(name: string): string {
  const value = environment(name);
  if (value === undefined) throw new Error(`Environment variable ${name} is not set`);
  return value;
}
