import type { Sample } from "../../../../../tests/support/sample.ts";
import { systemActor } from "../../actor.ts";
import { createCategory } from "./category.ts";

export const sample: Sample = {
  async make({ world, mark }) {
    const category = { name: mark, sentiment: "neutral", color: "blue" } as const;
    const { id } = await createCategory(systemActor(world.actor.accountId), category);
    return { category_id: id };
  },
  body: () => ({ category_id: 1 }),
};
