/** One's own tasks, where forms about tasks go. */
export const TASKS = "/app/tasks";
/** Opens the form for a new one. */
export const NEW_TASK = `${TASKS}?new=1`;
export const ALL_TASKS = "/app/tasks/all";
