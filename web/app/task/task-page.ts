/** One's own tasks, where forms about tasks go. */
export const TASKS = "/app/tasks";
export const ALL_TASKS = "/app/tasks/all";
