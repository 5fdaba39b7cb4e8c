import type { Sample } from "../../../../../tests/support/sample.ts";
import { createNote } from "./note.ts";

export const sample: Sample = {
  async make({ world, hidden }) {
    const note = { lead_id: world.leadIds[0] ?? 0, text: hidden };
    return { note_id: (await createNote(world.actor, note)).id };
  },
  body: () => ({ text: "Hello" }),
};
