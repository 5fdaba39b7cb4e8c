import { commit } from "@thaw/data/transact";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { watchHost } from "../host-watch/host-watch.ts";
import { hostClaim } from "./host.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { readWhiteLabel } from "./white-label-record.ts";

/** Deletes an agency's brand and gives its host up: the next look at it takes it away from the edge. */
export const whiteLabelErasure = erasedWithAccount(["white_label", "settings"], {
  entities: ["whiteLabel"],
  async *erase(accountId) {
    const { host } = await readWhiteLabel(accountId);
    await commit([
      WhiteLabelEntity.delete({ accountId }),
      ...(host ? [dropClaim(hostClaim(host)), watchHost(host, "agency")] : []),
    ]);
    yield host ? 1 : 0;
  },
});
