import { expect } from "playwright/test";
import { go } from "../support/go.ts";
import { at, heading, type Screen } from "../support/screens.ts";

const SENDING = "/app/settings/sending";

export const screens: readonly Screen[] = [
  {
    name: "sending",
    route: "_app.app.settings.sending",
    open: at(SENDING),
    shows: [heading("Stop all sending"), ["button", "Stop all sending…"]],
  },
  {
    name: "stop sending",
    route: "_app.app.settings.sending",
    async open(page) {
      await go(page, SENDING);
      await page.getByRole("button", { name: "Stop all sending…" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
];
