/** Parts of the product that not everyone has, whatever their role. */
export const FEATURES = [
  "smart_servers",
  "smart_server_owner",
  "smart_senders",
  "global_analytics",
  "server_comparison",
  "linkedin",
  "smart_delivery",
  "augment_plan",
  "enterprise",
] as const;
export type Feature = (typeof FEATURES)[number];
