import { createHash, timingSafeEqual } from "node:crypto";
import { localeOf } from "@thaw/text/locale";
import type { Origin } from "./actor.ts";
import { config } from "./config.ts";
import { EDGE_HEADER } from "./edge-secret.ts";

/** Set by the server that faces the browser (CloudFront's function, the local server), which drops one that came from outside. */
export const VIEWER_HEADER = "x-forwarded-viewer";

/** The host that the browser asked: CloudFront may not forward it as such. */
export function hostOfRequest(headers: Headers): string {
  const given = headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
  return given.trim().toLowerCase().replace(/:\d+$/, "");
}

/** Where a request comes from. Of `x-forwarded-for` only the last address was seen by someone we trust. */
export function originOfRequest(headers: Headers): Origin {
  const forwarded = headers.get("x-forwarded-for")?.split(",").at(-1);
  return {
    ip: (headers.get(VIEWER_HEADER) ?? forwarded ?? "").trim(),
    userAgent: headers.get("user-agent") ?? "",
    host: hostOfRequest(headers),
    locale: localeOf(headers.get("accept-language")),
  };
}

/**
 * Whether a request came by the edge, whose word for the viewer's host and address is taken: what stands behind it has an
 * address of its own, which anyone can ask who finds it. Without a secret, as on one machine, there is no edge.
 */
export function isFromEdge(headers: Headers): boolean {
  const secrets = config.edgeSecrets();
  const given = digestOf(headers.get(EDGE_HEADER) ?? "");
  return secrets.length === 0 || secrets.some((word) => timingSafeEqual(digestOf(word), given));
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();
