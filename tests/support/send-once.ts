/**
 * A send worker in a process of its own, for tests that kill it: carries one message as far as it goes, at a given instant.
 * Arguments: account id, send id, instant (ISO 8601).
 */
import { sendBatch } from "../../packages/core/src/message/send-batch.ts";
import { stoppedClock } from "./clock.ts";

const [accountId, sendId = "", at = ""] = process.argv.slice(2);
using _clock = stoppedClock(at);
await sendBatch([{ accountId: Number(accountId), sendId }]);
