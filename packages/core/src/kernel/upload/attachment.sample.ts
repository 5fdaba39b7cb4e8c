import type { Sample } from "../../../../../tests/support/sample.ts";
import { makeAttachment } from "../../../../../tests/support/upload.ts";
import { systemActor } from "../../actor.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    const actor = systemActor(world.actor.accountId);
    const { file_key } = await makeAttachment(actor, `${mark}.pdf`, mark);
    return { token: file_key.split("/").at(-1) ?? "" };
  },
};
