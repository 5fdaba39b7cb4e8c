import { runAction } from "@thaw/core/inbox/manual-step/linkedin-action";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("linkedin", (job) => runAction(job));
