import { fireReminder } from "@thaw/core/inbox/reminder/fire-reminder";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("remind", (job) => fireReminder(job));
