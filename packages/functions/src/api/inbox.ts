import { refreshInbox } from "@thaw/core/inbox/poll/refresh-inbox";
import {
  applyRemovalRequest,
  dismissRemovalRequest,
} from "@thaw/core/inbox/thread/removal-request";
import { cancelReply, retryReply, sendReply } from "@thaw/core/inbox/thread/reply";
import { countUnread, listThreads, markThread, setCategory } from "@thaw/core/inbox/thread/thread";
import { getThread, getThreadMessage } from "@thaw/core/inbox/thread/thread-detail";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const inbox = new Hono<ApiEnv>()
  .basePath("/api/inbox")
  .post("/refresh", respond(refreshInbox, 202))
  .get("/unread", respond(countUnread))
  .get("/threads", respond(listThreads))
  .get("/threads/:thread_id", respond(getThread))
  .get("/threads/:thread_id/messages/:message_id", respond(getThreadMessage))
  .post("/threads/:thread_id/marks", respond(markThread))
  .put("/threads/:thread_id/category", respond(setCategory))
  .post("/threads/:thread_id/removal", respond(applyRemovalRequest))
  .delete("/threads/:thread_id/removal", respond(dismissRemovalRequest))
  .post("/threads/:thread_id/replies", respond(sendReply, 202))
  .post("/threads/:thread_id/replies/:message_id/retries", respond(retryReply, 202))
  .delete("/threads/:thread_id/replies/:message_id", respond(cancelReply));
