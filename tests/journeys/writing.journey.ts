import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, type Page, test } from "playwright/test";
import { changePlan } from "../support/records.ts";
import { apiOf } from "./support/api.ts";
import { go } from "./support/go.ts";
import { type Product, startProduct } from "./support/product.ts";
import { signUp } from "./support/sign-up.ts";
import { useTableOf } from "./support/table.ts";

let model: Server;
let product: Product;
const asked: { model: string; temperature: number; messages: { content: string }[] }[] = [];

/** A language model that speaks OpenAI's Chat Completions API and always suggests the same. */
async function startModel(): Promise<string> {
  model = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(JSON.parse(body) as (typeof asked)[number]);
      const content = "Hi {{first_name}},\n\nshall we talk on Monday?";
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
}

type PageView = { route_pattern: string; anonymous_id: string; at: string };
let sink: Server;
const views: PageView[] = [];

/** Where the product tells of page views. */
async function startSink(): Promise<string> {
  sink = createServer((request, response) => {
    void text(request).then((body) => {
      views.push(JSON.parse(body) as PageView);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(sink.address() as AddressInfo).port}/views`;
}

test.beforeAll(async () => {
  product = await startProduct({
    PAGE_VIEW_SINK: await startSink(),
    AI_BASE_URL: await startModel(),
    AI_MODELS: "small,middle,large",
    AI_KEY: "platform-key",
  });
});

test.afterAll(async () => {
  await product?.stop();
  model?.close();
  sink?.close();
});

const IMAGE = {
  name: "ice-cube.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const fileOf = (name: string, content = "hello") => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

const mailBody = (page: Page) => page.getByRole("textbox", { name: "Body", exact: true });

test("Someone makes a category, lets AI write a mail with a chosen model, saves it and uses it again [TPL-08] [TPL-09]", async ({
  page,
}) => {
  await signUp(page, product, "vera@acme.example");

  await test.step("make, rename and delete a category", async () => {
    await go(page, `${product.url}/app/settings/lead-categories`);
    await expect(page.getByRole("cell", { name: "Not positive" })).toHaveCount(3);
    await page.getByRole("button", { name: "New category" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Interested");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByText("There is a category with this name")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Maybe later");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("button", { name: "Edit Maybe later" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Next year");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Delete Next year" })).toBeVisible();
  });

  await test.step("set rules for AI", async () => {
    await page.getByLabel("Your own rules and categories").check();
    await page.getByLabel("Your rules").fill("Whoever names a year wants it later.");
    await page.getByLabel("Next year", { exact: true }).check();
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText("AI rules saved")).toBeVisible();
    await go(page, page.url());
    await expect(page.getByLabel("Next year", { exact: true })).toBeChecked();
    await page.getByRole("button", { name: "Delete Next year" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Next year deleted")).toBeVisible();
  });

  await test.step("let AI write the first mail", async () => {
    await go(page, `${product.url}/app/email-campaign/new-campaign`);
    await page.getByLabel("Campaign name").fill("Spring");
    await page.getByLabel("Campaign name").blur();
    await expect(page).toHaveURL(/id=\d+/);
    await page.getByRole("button", { name: "Next: Sequence" }).click();
    await page.getByRole("textbox", { name: "Subject" }).fill("Ice");
    await page.getByRole("button", { name: "Write with AI" }).click();
    await page.getByLabel("Instructions").fill("A call");
    await page.getByRole("textbox", { name: "Model" }).click();
    await expect(page.getByRole("option")).toHaveText(["small", "middle", "large"]);
    await page.getByRole("option", { name: "middle" }).click();
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await expect(page.getByText("shall we talk on Monday?")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Insert", exact: true }).click();
    await expect(mailBody(page)).toContainText("shall we talk on Monday?");
    expect(asked).toMatchObject([{ model: "middle", temperature: 0.5 }]);
  });

  await test.step("save it, and use it in the next mail", async () => {
    await page.getByRole("button", { name: "Templates", exact: true }).click();
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await page.getByLabel("Insert an image").last().setInputFiles(IMAGE);
    await expect(mailBody(page).getByRole("img", { name: "ice cube" })).toBeVisible();
    const files = page.getByRole("region", { name: "Attachments" });
    const chooseFiles = page.getByLabel("Choose files");
    await chooseFiles.setInputFiles([fileOf("price list.txt"), fileOf("setup.exe")]);
    await expect(files.getByRole("alert")).toContainText("setup.exe");
    await expect(files.getByRole("button", { name: "Download price list.txt" })).toBeVisible();
    await chooseFiles.setInputFiles(fileOf("terms.txt", "#!/bin/sh"));
    await expect(files.getByRole("alert")).toHaveText(/terms\.txt: Programs, scripts/);
    await expect(files.getByRole("listitem")).toHaveCount(1);
    await page.getByRole("button", { name: "Templates", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save as template" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Monday call");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Monday call saved")).toBeVisible();
    await page.getByRole("button", { name: "Add a follow-up" }).click();
    await expect(mailBody(page)).not.toContainText("Monday");
    await expect(page.getByRole("button", { name: "Download price list.txt" })).toHaveCount(0);
    await page.getByRole("button", { name: "Templates", exact: true }).click();
    await page.getByRole("menuitem", { name: "Insert template" }).click();
    await page.getByRole("button", { name: /Monday call/ }).click();
    await expect(mailBody(page)).toContainText("shall we talk on Monday?");
    await expect(mailBody(page).getByRole("img", { name: "ice cube" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Download price list.txt" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Ice");
  });

  await test.step("change it in the library", async () => {
    await go(page, `${product.url}/app/templates`);
    await page.getByRole("link", { name: "Monday call" }).click();
    await page.getByRole("textbox", { name: "Subject" }).fill("Ice on Monday");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Monday call saved")).toBeVisible();
    await go(page, page.url());
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue("Ice on Monday");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Save an email that works well")).toBeVisible();
  });
});

test("Where the plan has no LinkedIn the editor adds no such step, and says that those which are there are paused [LI-10]", async ({
  page,
}) => {
  await signUp(page, product, "lina@drumlin.example");
  const kind = page.getByRole("textbox", { name: "Step type" });
  await go(page, `${product.url}/app/email-campaign/new-campaign`);
  await page.getByLabel("Campaign name").fill("Both");
  await page.getByLabel("Campaign name").blur();
  await expect(page).toHaveURL(/id=\d+/);
  await page.getByRole("button", { name: "Next: Sequence" }).click();
  await kind.click();
  await page.getByRole("option", { name: "LinkedIn: connect" }).click();
  const api = await apiOf(page);
  const sequence = `GET /campaigns/${new URL(page.url()).searchParams.get("id")}/sequences`;
  const kinds = async () =>
    (await api<{ steps: { seq_type: string }[] }>(sequence)).steps.map(({ seq_type }) => seq_type);
  await expect.poll(kinds).toEqual(["LI_CONNECT"]);
  const { id, user_id } = await api<{ id: number; user_id: number | null }>("GET /auth/me");
  useTableOf(product);
  await changePlan(user_id ?? id, "BASE");
  await go(page, page.url());
  await expect(page.getByText(/This step is paused/)).toBeVisible();
  await page.getByRole("button", { name: "Add a follow-up" }).click();
  await expect(page.getByText("LinkedIn steps are not in your plan. Upgrade")).toBeVisible();
  await kind.click();
  const options = page.getByRole("option", { name: /^LinkedIn/ });
  await expect(options).toHaveCount(5);
  for (const option of await options.all()) {
    await expect(option).toHaveAttribute("data-combobox-disabled", "true");
  }
});

test("Each navigation is reported once by its pattern; the end of the session empties what is stored and the anonymous id with it [UX-01] [SESS-01]", async ({
  page,
  context,
}) => {
  await signUp(page, product, "wanda@kame.example");
  await go(page, `${product.url}/app/templates`);
  await expect.poll(() => views.at(-1)?.route_pattern).toBe("/app/templates");
  const before = views.length;
  const first = views.at(-1)?.anonymous_id;
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect.poll(() => views.length).toBe(before + 1);
  await page.getByRole("navigation").getByRole("link", { name: "Templates" }).click();
  await expect.poll(() => views.length).toBe(before + 2);
  await page.goto(`${product.url}/app/templates/999`);
  await expect.poll(() => views.length).toBe(before + 3);
  expect(views.slice(before)).toEqual(
    ["/app/email-accounts", "/app/templates", "/app/templates/:id"].map((route_pattern) => ({
      route_pattern,
      anonymous_id: first,
      at: expect.stringMatching(/^\d{4}-.+Z$/),
    })),
  );

  await go(page, `${product.url}/app/email-campaign/all`);
  await context.clearCookies();
  await page.evaluate(() => {
    window.localStorage.setItem("thaw:here:1:campaigns", "{}");
    return fetch("/app/realtime-ticket");
  });
  await page.getByRole("button", { name: "Okay" }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect.poll(() => views.at(-1)?.route_pattern).toBe("/login");
  expect(views.at(-1)?.anonymous_id).not.toBe(first);
  const names = () => Object.keys(window.localStorage);
  expect((await page.evaluate(names)).filter((name) => name.startsWith("thaw:"))).toEqual([]);
});
