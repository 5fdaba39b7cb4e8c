import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

/**
 * Where a host that someone points at us stands: waiting for its CNAME, waiting for its certificate, or answered for. One whose
 * CNAME has been gone for too long waits for it again.
 */
export const HOST_STATES = ["NONE", "PENDING_DNS", "PENDING_CERT", "LIVE"] as const;
export type HostState = (typeof HOST_STATES)[number];

/** Whose pages or links go by it: an agency's own host, or the one of a mailbox's tracked links. */
export const HOST_KINDS = ["agency", "tracking"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const NOT_A_HOST = issueText("ownDomain");

/** RFC 1123 2.1, in lower case and without a dot at its end; at least three labels: a CNAME cannot stand at a zone's top. */
export const OwnHost = v.pipe(
  v.string(NOT_A_HOST),
  v.trim(),
  v.toLowerCase(),
  v.transform((host) => host.replace(/\.$/, "")),
  v.maxLength(253, NOT_A_HOST),
  v.check((host) => {
    const labels = host.split(".");
    const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
    return labels.length >= 3 && !isAddress && labels.every((label) => LABEL.test(label));
  }, NOT_A_HOST),
);
