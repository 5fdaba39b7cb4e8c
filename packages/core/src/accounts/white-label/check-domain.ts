import * as v from "valibot";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { queueLooks, watchHost } from "../host-watch/host-watch.ts";
import { lookAtCname, writeLook } from "./agency-host.ts";
import { WhiteLabel } from "./white-label.schema.ts";
import { toWhiteLabel } from "./white-label.ts";
import { readWhiteLabel } from "./white-label-record.ts";

/**
 * Looks now where the agency's host points. What the edge makes of it follows by itself, and from the beginning: the caller
 * has changed something. Safe to run twice.
 *
 * @throws AppError invalid_transition without a host
 */
export const checkWhiteLabelDomain = operation({
  permission: "clients:write",
  input: v.object({}),
  output: WhiteLabel,
  async run({ accountId }) {
    const { host, ...before } = await readWhiteLabel(accountId);
    if (!host) throw new AppError("invalid_transition", "domain.missing");
    const label = { ...before, host };
    await writeLook(label, await lookAtCname(label), [watchHost(host, "agency")]);
    await queueLooks([host]);
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});
