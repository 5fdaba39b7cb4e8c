/** Message ids of a field, in order (RFC 5322 3.6.4), at most 998 characters each. */
export function readIds(value: string | undefined): string[] {
  return value?.match(/<[^<>\s]{1,996}>/g) ?? [];
}
