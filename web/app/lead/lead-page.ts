/** The list of all leads, where forms about them go. */
export const LEADS = "/app/leads/all";
export const ERASURES = "/app/leads/erasures";

export const leadAddress = (id: number) => `/app/lead/${id}/view`;

/** The file of the leads that an address of the list shows, or of some. */
export function exportAddress(search: string, ids: readonly string[] = []): string {
  const params = new URLSearchParams(search);
  for (const name of ["cursor", "offset", "limit", "columns"]) params.delete(name);
  if (ids.length > 0) params.set("ids", ids.join(","));
  return `/app/leads-export?${params}`;
}
