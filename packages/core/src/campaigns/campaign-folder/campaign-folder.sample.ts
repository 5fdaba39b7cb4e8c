import type { Sample } from "../../../../../tests/support/sample.ts";
import { systemActor } from "../../actor.ts";
import { createFolder } from "./campaign-folder.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    const { id } = await createFolder(systemActor(world.actor.accountId), { name: mark });
    return { folder_id: id };
  },
};
