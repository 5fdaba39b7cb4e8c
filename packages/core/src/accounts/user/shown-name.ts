/** The name that is shown for a user on screen: lacking a name, by the local part of their address. */
export function shownName({
  name,
  email,
}: {
  name?: string | null | undefined;
  email: string;
}): string {
  return name?.trim() || (email.split("@", 1)[0] ?? email);
}
