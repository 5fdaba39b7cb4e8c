import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { AppError } from "../../error.ts";
import { addressHash, forgetErased } from "../../leads/suppression/erased-address.ts";
import { operation } from "../../operation.ts";
import { ReinstateAddress } from "./lead-erasure.schema.ts";

/** The form in which the log names the address: enough for a person who knows the address to find it, and no address. */
const SHOWN = 12;

/**
 * Lets someone who was erased be a lead and be written to again, because they asked for it. Nothing of what was erased comes
 * back.
 *
 * @throws AppError forbidden for anyone but the owner, not_found for an address that nobody was erased by
 */
export const reinstateAddress = operation({
  permission: "account:write",
  input: ReinstateAddress,
  output: v.object({ address_hash: v.string() }),
  async run(actor, { email }) {
    if (actor.kind !== "owner") {
      throw new AppError("forbidden", "lead.readmitByOwner");
    }
    const { accountId } = actor;
    const hash = addressHash(accountId, email);
    await commit(
      [
        forgetErased(accountId, hash),
        recordAct(actor, { action: "erased_readmitted", target: `#${hash.slice(0, SHOWN)}` }),
      ],
      { otherwise: nobodyErased },
    );
    return { address_hash: hash };
  },
});

const nobodyErased = () => AppError.at("not_found", "email", "lead.notErased");
