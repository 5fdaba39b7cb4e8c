import {
  createReminder,
  deleteReminder,
  dismissReminder,
  listReminders,
  updateReminder,
} from "@thaw/core/inbox/reminder/reminder";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const reminders = new Hono<ApiEnv>()
  .basePath("/api/reminders")
  .get("/", respond(listReminders))
  .post("/", respond(createReminder, 201))
  .patch("/:reminder_id", respond(updateReminder))
  .delete("/:reminder_id", respond(deleteReminder))
  .post("/:reminder_id/dismiss", respond(dismissReminder));
