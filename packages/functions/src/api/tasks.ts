import { completeTask, reopenTask } from "@thaw/core/inbox/task/complete-task";
import {
  createTask,
  deleteTask,
  getTask,
  restoreTask,
  updateTask,
} from "@thaw/core/inbox/task/task";
import { countOpenTasks, listTasks } from "@thaw/core/inbox/task/task-list";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const tasks = new Hono<ApiEnv>()
  .basePath("/api/tasks")
  .get("/", respond(listTasks))
  .post("/", respond(createTask, 201))
  .get("/open", respond(countOpenTasks))
  .get("/:task_id", respond(getTask))
  .patch("/:task_id", respond(updateTask))
  .delete("/:task_id", respond(deleteTask))
  .post("/:task_id/restore", respond(restoreTask))
  .post("/:task_id/complete", respond(completeTask))
  .post("/:task_id/reopen", respond(reopenTask));
