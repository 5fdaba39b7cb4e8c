import { expect } from "playwright/test";
import { go } from "../support/go.ts";
import { at, heading, type Screen } from "../support/screens.ts";

export const screens: readonly Screen[] = [
  {
    name: "tasks",
    route: "_app.app.tasks",
    open: at("/app/tasks"),
    shows: [heading("Tasks"), ["button", "New task"]],
  },
  {
    name: "everybody's tasks",
    route: "_app.app.tasks_.all",
    open: at("/app/tasks/all"),
    shows: [heading("Tasks")],
  },
  {
    name: "new task",
    route: "_app.app.tasks",
    async open(page) {
      await go(page, "/app/tasks");
      await page.getByRole("button", { name: "New task" }).first().click();
      await expect(page.getByRole("textbox", { name: "Task", exact: true })).toBeVisible();
    },
  },
];
