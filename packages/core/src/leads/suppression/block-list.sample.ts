import type { Sample } from "../../../../../tests/support/sample.ts";
import { systemActor } from "../../actor.ts";
import { addSuppression } from "./block-list.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    await addSuppression(systemActor(world.actor.accountId), { value: `${mark}.example` });
    return {};
  },
};
