import type { Sample } from "../../../../../tests/support/sample.ts";
import { createTask } from "./task.ts";

const due_at = "2100-01-01T09:00:00.000Z";

export const sample: Sample = {
  async make({ world, hidden }) {
    const task = { title: hidden, due_at, lead_id: world.leadIds[0] ?? 0 };
    return { task_id: (await createTask(world.actor, task)).id };
  },
  body: () => ({ title: "Call", due_at }),
};
