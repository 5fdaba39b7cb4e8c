import type * as v from "valibot";
import { nowIso } from "../../clock.ts";
import { notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { DismissHint, Guidance } from "./profile.schema.ts";
import { profileIdOf, updateProfile } from "./profile.ts";
import { findUser } from "./user-record.ts";

/** Whether someone wants hints, and those that they have dismissed. */
export const getGuidance = operation({
  permission: "signed_in",
  input: Nothing,
  output: Guidance,
  async run(actor) {
    const user = await findUser({ accountId: actor.accountId, userId: profileIdOf(actor) });
    if (!user) throw notFound("user");
    return { show_guidance: user.wantsGuidance ?? true, user_ui_status: user.hints ?? {} };
  },
});

/** Puts a hint away for good, until all are shown again. */
export const dismissHint = operation({
  permission: "signed_in",
  input: DismissHint,
  output: Guidance,
  async run(actor, { hint }) {
    const { user_ui_status: before } = await getGuidance(actor, {});
    const user_ui_status = { ...before, [hint]: { dismissed_at: nowIso() } };
    return updateHints(actor, user_ui_status);
  },
});

/** Shows every hint again. */
export const resetHints = operation({
  permission: "signed_in",
  input: Nothing,
  output: Guidance,
  run: (actor) => updateHints(actor, {}),
});

async function updateHints(
  actor: Parameters<typeof updateProfile>[0],
  hints: v.InferOutput<typeof Guidance>["user_ui_status"],
): Promise<v.InferOutput<typeof Guidance>> {
  const changes = { user_ui_status: hints };
  const { show_guidance, user_ui_status } = await updateProfile(actor, {
    id: profileIdOf(actor),
    changes,
  });
  return { show_guidance, user_ui_status };
}
