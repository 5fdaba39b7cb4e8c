import type { Sample } from "../../../../../tests/support/sample.ts";
import { createReminder } from "./reminder.ts";

const due_at = "2100-01-01T09:00:00.000Z";

export const sample: Sample = {
  async make({ world, hidden }) {
    const reminder = { lead_id: world.leadIds[0] ?? 0, due_at, note: hidden };
    return { reminder_id: (await createReminder(world.actor, reminder)).id };
  },
  body: () => ({ due_at }),
};
