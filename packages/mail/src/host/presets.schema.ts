/** How the connection to a mail server is protected; the words are those of the product's forms. */
export const SECURITIES = ["SSL", "TLS", "None"] as const;
export type Security = (typeof SECURITIES)[number];

/** The port that a security means where the user gave none. */
export const DEFAULT_SMTP_PORT: Readonly<Record<Security, number>> = {
  SSL: 465,
  TLS: 587,
  None: 25,
};
export const DEFAULT_IMAP_PORT: Readonly<Record<Security, number>> = {
  SSL: 993,
  TLS: 993,
  None: 143,
};

export const PROVIDERS = ["gmail", "outlook", "zoho", "generic"] as const;
export type Provider = (typeof PROVIDERS)[number];

type ServerPreset = { host: string; port: number; security: Security };
export type ProviderPreset = {
  smtp: ServerPreset;
  imap: ServerPreset;
  /** What the provider lets a program sign in with, the usual one first. */
  auth: readonly ("oauth" | "password")[];
};

/** What a mailbox form is filled with once its provider is chosen. A blank host is for the user to fill in. */
export const PROVIDER_PRESETS: Readonly<Record<Provider, ProviderPreset>> = {
  gmail: {
    smtp: { host: "smtp.gmail.com", port: 465, security: "SSL" },
    imap: { host: "imap.gmail.com", port: 993, security: "SSL" },
    auth: ["oauth", "password"],
  },
  outlook: {
    smtp: { host: "smtp.office365.com", port: 587, security: "TLS" },
    imap: { host: "outlook.office365.com", port: 993, security: "SSL" },
    auth: ["oauth"],
  },
  zoho: {
    smtp: { host: "smtp.zoho.com", port: 465, security: "SSL" },
    imap: { host: "imap.zoho.com", port: 993, security: "SSL" },
    auth: ["password"],
  },
  generic: {
    smtp: { host: "", port: DEFAULT_SMTP_PORT.SSL, security: "SSL" },
    imap: { host: "", port: DEFAULT_IMAP_PORT.SSL, security: "SSL" },
    auth: ["password"],
  },
};

/** RFC 8314 7.3: these ports speak TLS from the first byte, whichever of the two words the user chose. */
const IMPLICIT_TLS_PORTS: readonly number[] = [465, 993];

/** How a client opens the connection: encrypted at once, upgraded by STARTTLS (and refused without it), or in the clear. */
export function tlsMode(security: Security, port: number): "implicit" | "starttls" | "none" {
  if (security === "None") return "none";
  if (security === "SSL" || IMPLICIT_TLS_PORTS.includes(port)) return "implicit";
  return "starttls";
}
