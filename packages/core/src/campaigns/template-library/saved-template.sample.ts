import type { Sample } from "../../../../../tests/support/sample.ts";
import { systemActor } from "../../actor.ts";
import { createTemplate } from "./saved-template.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    const template = { name: mark, body: mark };
    const { id } = await createTemplate(systemActor(world.actor.accountId), template);
    return { template_id: id };
  },
  bodies: { "PATCH /api/templates/:template_id": { revision: 1 } },
};
