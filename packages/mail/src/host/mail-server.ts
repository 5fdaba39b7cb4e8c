import { type ConnectionOptions, rootCertificates } from "node:tls";
import type { Security } from "./presets.schema.ts";
import { checkMailPort, type Lookup, type ResolvedHost, resolveHost } from "./resolve-host.ts";

export type MailLogin =
  | { user: string; password: string }
  /** An OAuth 2 bearer token, sent by XOAUTH2. */
  | { user: string; accessToken: string };

/** One side (SMTP or IMAP) of a mailbox: where it is and how to sign in. */
export type MailServer = {
  host: string;
  port: number;
  security: Security;
  login: MailLogin;
  /** Lets hosts outside the public internet and any port through. */
  allowPrivate?: boolean;
  /** Lets nothing but this machine through. */
  onlyLoopback?: boolean;
  /** PEM of a certificate authority that is trusted besides the public ones. */
  extraCa?: string;
  lookup?: Lookup;
  timeouts?: Partial<MailTimeouts>;
  /** What one response of an IMAP server may make us hold in memory; 64 MB unless given. */
  maxResponseBytes?: number;
};

/** Milliseconds. */
export type MailTimeouts = {
  /** From the first packet to the end of the TLS handshake. */
  connect: number;
  /** From there to the server's greeting. */
  greeting: number;
  /** Silence of the server at any later point. */
  silence: number;
};

const DEFAULT_TIMEOUTS: MailTimeouts = { connect: 10_000, greeting: 10_000, silence: 60_000 };

export function timeoutsOf(server: MailServer): MailTimeouts {
  return { ...DEFAULT_TIMEOUTS, ...server.timeouts };
}

/** @throws HostError where the port or the host may not be connected to, or the host has no address */
export async function resolveServer(server: MailServer): Promise<ResolvedHost> {
  const { host, port, allowPrivate = false, onlyLoopback = false, lookup } = server;
  checkMailPort(port, allowPrivate);
  return resolveHost(host, { allowPrivate, onlyLoopback, ...(lookup ? { lookup } : {}) });
}

/** The certificate must be for the name that the user gave, although the connection goes to an address. */
export function tlsOptions(server: MailServer, resolved: ResolvedHost): ConnectionOptions {
  return {
    ...(resolved.servername ? { servername: resolved.servername } : {}),
    ...(server.extraCa ? { ca: [...rootCertificates, server.extraCa] } : {}),
  };
}
