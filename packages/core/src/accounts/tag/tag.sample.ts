import type { Sample } from "../../../../../tests/support/sample.ts";
import { systemActor } from "../../actor.ts";
import { createTag } from "./tag.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    const { id } = await createTag(systemActor(world.actor.accountId), { name: mark });
    return { tag_id: id };
  },
};
