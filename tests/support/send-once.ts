/**
 * A send worker in a process of its own, for tests that kill it: carries one message as far as it goes, at a given instant.
 * Arguments: the job, instant (ISO 8601).
 */
import { sendBatch } from "../../packages/core/src/engine/delivery/send-batch.ts";
import { stoppedClock } from "./clock.ts";

const [job = "", at = ""] = process.argv.slice(2);
using _clock = stoppedClock(at);
await sendBatch([JSON.parse(job)]);
