import { expect } from "playwright/test";
import { go } from "../support/go.ts";
import { at, type Screen, TAGS, table } from "../support/screens.ts";

export const screens: readonly Screen[] = [
  {
    name: "tags",
    route: "_app.app.settings.tag-manager",
    open: at(TAGS),
    shows: [table("Tags"), ["button", "New tag"]],
  },
  {
    name: "tag with errors",
    route: "_app.app.settings.tag-manager",
    async open(page) {
      await go(page, TAGS);
      await page.getByRole("button", { name: "New tag" }).click();
      await page.getByRole("button", { name: "Create" }).click();
      await expect(page.locator("[aria-invalid=true]")).toBeVisible();
    },
  },
];
