/** Domains of brands and of tracked links. */
export default {
  missing: "Enter a domain first",
  inUse: "This domain is in use already",
  provable:
    "This domain is in use already. If it is yours, add the TXT record {name} with {value}, and try again.",
} as const;
