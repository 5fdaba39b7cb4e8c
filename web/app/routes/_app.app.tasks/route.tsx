import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { completeTask, reopenTask } from "@thaw/core/inbox/task/complete-task";
import { createTask, deleteTask, restoreTask, saveTask } from "@thaw/core/inbox/task/task";
import { loadTaskList } from "../../features/task/task-list.server.ts";
import { TaskList } from "../../features/task/task-list.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("tasks", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  return loadTaskList(await requireActor(request), request, "own");
}

export { clientAction } from "../../offline-action.ts";

/** What every screen with tasks on it sends. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    create: createTask,
    edit: saveTask,
    complete: completeTask,
    reopen: reopenTask,
    delete: deleteTask,
    restore: restoreTask,
  });
}

export default function OwnTasksPage() {
  return <TaskList data={useLoaderData<typeof loader>()} />;
}
