import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadTaskList } from "../../features/task/task-list.server.ts";
import { TaskList } from "../../features/task/task-list.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

export const meta = titled("tasks", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  return loadTaskList(await requireActor(request), request, "all");
}

export default function AllTasksPage() {
  return <TaskList data={useLoaderData<typeof loader>()} />;
}
