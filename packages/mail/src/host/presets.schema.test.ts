import { expect, test } from "vitest";
import {
  DEFAULT_IMAP_PORT,
  DEFAULT_SMTP_PORT,
  PROVIDER_PRESETS,
  PROVIDERS,
  SECURITIES,
  tlsMode,
} from "./presets.schema.ts";

test("a connection is secured by SSL, TLS or None and nothing else [MBX-03]", () => {
  expect(SECURITIES).toEqual(["SSL", "TLS", "None"]);
});

test("SMTP uses port 465 for SSL, 587 for TLS and 25 for None [MBX-04]", () => {
  expect(DEFAULT_SMTP_PORT).toEqual({ SSL: 465, TLS: 587, None: 25 });
});

test("IMAP uses port 993 for SSL and TLS and 143 for None [MBX-05]", () => {
  expect(DEFAULT_IMAP_PORT).toEqual({ SSL: 993, TLS: 993, None: 143 });
});

test("each provider fills in its hosts and generic SMTP leaves them blank [MBX-06] [MBX-10]", () => {
  const hosts = PROVIDERS.map((provider) => {
    const { smtp, imap } = PROVIDER_PRESETS[provider];
    return [provider, smtp.host, imap.host];
  });
  expect(hosts).toEqual([
    ["gmail", "smtp.gmail.com", "imap.gmail.com"],
    ["outlook", "smtp.office365.com", "outlook.office365.com"],
    ["zoho", "smtp.zoho.com", "imap.zoho.com"],
    ["generic", "", ""],
  ]);
});

test("each provider fills in the port and security that its servers speak", () => {
  const servers = PROVIDERS.map((provider) => {
    const { smtp, imap } = PROVIDER_PRESETS[provider];
    return [provider, smtp.port, smtp.security, imap.port, imap.security];
  });
  expect(servers).toEqual([
    ["gmail", 465, "SSL", 993, "SSL"],
    ["outlook", 587, "TLS", 993, "SSL"],
    ["zoho", 465, "SSL", 993, "SSL"],
    ["generic", 465, "SSL", 993, "SSL"],
  ]);
});

test("TLS is negotiated by STARTTLS except on the ports that are encrypted from the first byte", () => {
  expect(tlsMode("TLS", 587)).toBe("starttls");
  expect(tlsMode("TLS", 993)).toBe("implicit");
  expect(tlsMode("TLS", 465)).toBe("implicit");
  expect(tlsMode("SSL", 2525)).toBe("implicit");
  expect(tlsMode("None", 993)).toBe("none");
});
