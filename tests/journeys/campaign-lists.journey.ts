import { expect, type Page } from "playwright/test";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

const LIST = "/app/email-campaign/all?limit=50";

test("Campaigns of one's own go in and out of folders, and are archived, deleted and brought back [ROUTE-14] [ROUTE-15] [CAMP-20]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  await copyAs(page, "Autumn tasting");
  await copyAs(page, "Winter tasting");

  await test.step("two folders", async () => {
    await go(page, "/app/email-campaign/folders");
    await createFolder(page, "Seasons");
    await createFolder(page, "Later");
    await createFolder(page, "seasons");
    await expect(page.getByText("There is a folder with this name")).toBeVisible();
  });

  await test.step("both campaigns go into one, and one of them on into the other", async () => {
    await go(page, LIST);
    await select(page, "Autumn tasting", "Winter tasting");
    await moveTo(page, "Seasons");
    await expect(page.getByText("2 campaigns moved")).toBeVisible();
    await go(page, LIST);
    await select(page, "Winter tasting");
    await moveTo(page, "Later");
    await openFolder(page, "Seasons");
    expect(await namesShown(page)).toEqual(["Autumn tasting"]);
    await openFolder(page, "Later");
    expect(await namesShown(page)).toEqual(["Winter tasting"]);
  });

  await test.step("a toast puts a moved campaign back where it was", async () => {
    await select(page, "Winter tasting");
    await moveTo(page, "Seasons");
    await page.getByRole("button", { name: "Undo" }).click();
    await openFolder(page, "Later");
    expect(await namesShown(page)).toEqual(["Winter tasting"]);
  });

  await test.step("a folder is renamed, and deleted without its campaigns", async () => {
    await go(page, "/app/email-campaign/folders");
    await folderAction(page, "Later", "Rename");
    await page.getByLabel("Folder name").fill("Next year");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Next year" })).toBeVisible();
    await folderAction(page, "Next year", "Delete");
    await page.getByRole("button", { name: "Delete folder" }).click();
    await expect(page.getByRole("link", { name: "Next year" })).toHaveCount(0);
    await go(page, `${LIST}&folder=none`);
    expect(await namesShown(page)).toContain("Winter tasting");
    expect(await namesShown(page)).not.toContain("Autumn tasting");
  });

  await test.step("archiving many has an undo", async () => {
    await go(page, LIST);
    await select(page, "Autumn tasting", "Winter tasting");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(rowOf(page, "Autumn tasting")).toContainText("Archived");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Autumn tasting")).toContainText("Draft");
    await expect(rowOf(page, "Winter tasting")).toContainText("Draft");
  });

  await test.step("deleting wants the name typed, and has an undo", async () => {
    await go(page, LIST);
    await rowAction(page, "Winter tasting", "Delete");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
    await dialog.getByRole("textbox").fill("Winter tasting");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Winter tasting is deleted")).toBeVisible();
    await expect(rowOf(page, "Winter tasting")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "Winter tasting")).toBeVisible();
  });
});

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

const namesShown = (page: Page) => page.locator("tbody .list-link").allInnerTexts();

async function rowAction(page: Page, campaign: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${campaign}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** A copy of the demo's draft, which other journeys need as it is. */
async function copyAs(page: Page, name: string): Promise<void> {
  await go(page, LIST);
  await rowAction(page, "Coffee tasting", "Duplicate");
  await page.waitForURL(/new-campaign\?id=/);
  await go(page, LIST);
  await rowAction(page, "Coffee tasting (copy)", "Rename");
  await page.getByLabel("Campaign name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, name)).toBeVisible();
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Folder name").fill(name);
  await page.getByRole("button", { name: "Create folder" }).click();
}

async function openFolder(page: Page, name: string): Promise<void> {
  await go(page, "/app/email-campaign/folders");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
}

async function folderAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for the folder ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
}

async function moveTo(page: Page, folder: string): Promise<void> {
  await page.getByRole("button", { name: "Move to folder" }).click();
  await page.getByRole("menuitem", { name: folder, exact: true }).click();
  await expect(page.getByText(/campaigns? moved/).first()).toBeVisible();
}
