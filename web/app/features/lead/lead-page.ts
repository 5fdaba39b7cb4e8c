/** The list of all leads, where forms about them go. */
export const LEADS = "/app/leads/all";
export const ERASURES = "/app/leads/erasures";

export const leadAddress = (id: number) => `/app/lead/${id}/view`;
