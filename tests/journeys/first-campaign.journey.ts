import { expect, test } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { fasterClock } from "../faults/support/scaled-clock.ts";
import { type MailLab, missingForMailLab, startMailLab } from "../mail-lab/lab.ts";
import { go } from "./support/go.ts";
import { answer, awaitMail, openAndClick } from "./support/person.ts";
import { type Product, startProduct } from "./support/product.ts";
import { signUp } from "./support/sign-up.ts";

const SENDER = "user01@alpha.test";
const BEA = "user06@beta.test";
/** A minute of the product is two seconds, and what may be taken back for ten seconds leaves after two. */
const CLOCK = { rate: 30, shorter: 5 };

let lab: MailLab;
let product: Product;

test.skip(missingForMailLab() !== undefined, missingForMailLab() ?? "");

test.beforeAll(async () => {
  test.setTimeout(paced(180_000));
  lab = await startMailLab();
  product = await startProduct({
    ...fasterClock(CLOCK.rate, CLOCK.shorter),
    ALLOW_PRIVATE_MAIL_HOSTS: "true",
    MAIL_CA_FILE: lab.caPath,
  });
});

test.afterAll(async () => {
  await product?.stop();
  await lab?.stop();
});

test("A newcomer signs up, connects a mailbox, imports leads, runs a campaign, gets a reply and answers it [AUTH-10] [LEAD-13]", async ({
  page,
}) => {
  test.setTimeout(paced(600_000));
  await test.step("sign up and verify", () => signUp(page, product, "ana@acme.example"));

  await test.step("connect a mailbox over real SMTP and IMAP", async () => {
    await go(page, `${product.url}/app/email-accounts/new`);
    await page.getByText("Any server with SMTP and IMAP").click();
    await page.getByLabel("Sender name").fill("Ana Ice");
    await page.getByLabel("Email", { exact: true }).fill(SENDER);
    await page.getByRole("textbox", { name: "Password" }).fill("wrong");
    await page.getByLabel("SMTP host").fill("localhost");
    await page.getByLabel("SMTP port").fill(String(lab.smtp.SSL));
    await page.getByLabel("IMAP host").fill("localhost");
    await page.getByLabel("IMAP port").fill(String(lab.imap.SSL));
    await page.getByRole("button", { name: "Test and connect" }).click();
    await expect(page.getByText(/authentication fail/i).first()).toBeVisible({
      timeout: paced(40_000),
    });
    await page.getByRole("textbox", { name: "Password" }).fill(lab.password);
    await page.getByRole("button", { name: "Test and connect" }).click();
    await expect(page.getByText(`${SENDER} is connected`)).toBeVisible({ timeout: paced(40_000) });
  });

  await test.step("import leads from a CSV", async () => {
    await go(page, `${product.url}/app/email-campaign/new-campaign`);
    await page.getByLabel("Campaign name").fill("Spring thaw");
    await page.locator('input[type="file"]').setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `E-mail;Vorname;Company;Note\n${BEA};Bea;Berg AG;met in May\nnot-an-address;No;Body;\n${BEA};Bea;twice;\n`,
      ),
    });
    await expect(page.getByText(/Map columns of people.csv/)).toBeVisible();
    await page.getByRole("button", { name: /Import .*rows/ }).click();
    await expect(page.getByText("people.csv imported")).toBeVisible({ timeout: paced(60_000) });
    await expect(page.getByText("1 lead in this campaign")).toBeVisible();
    await page.getByRole("button", { name: "Next: Sequence" }).click();
  });

  await test.step("write two steps with variables", async () => {
    await page
      .getByRole("textbox", { name: "Subject" })
      .fill("Ice at {{company_name|your company}}");
    const body = page.getByRole("textbox", { name: "Body", exact: true });
    await body.click();
    await body.pressSequentially("Hi {{first_name|there}}, see https://sender.example/about ");
    await expect(page.getByText("Ice at Berg AG")).toBeVisible({ timeout: paced(30_000) });
    await page.getByRole("button", { name: "Add a follow-up" }).click();
    await page.getByRole("textbox", { name: "Body", exact: true }).click();
    await page
      .getByRole("textbox", { name: "Body", exact: true })
      .pressSequentially("Any thoughts?");
    await expect(page.locator("output", { hasText: /^Saved/ })).toBeVisible({
      timeout: paced(30_000),
    });
    await page.getByRole("button", { name: "Next: Setup" }).click();
  });

  await test.step("choose the sender and the hours", async () => {
    await page.getByRole("button", { name: /Select all connected/ }).click();
    for (const day of ["Sat", "Sun"]) {
      const box = page.getByRole("checkbox", { name: day });
      if (!(await box.isChecked())) await page.getByText(day, { exact: true }).click();
    }
    await page.getByLabel("Start", { exact: true }).fill("00:00");
    await page.getByLabel("End", { exact: true }).fill("23:59");
    await page.getByRole("button", { name: "Next: Review" }).click();
  });

  const campaignUrl = await test.step("review and start", async () => {
    await expect(page.getByText("Everything is ready")).toBeVisible({ timeout: paced(30_000) });
    await page.getByRole("button", { name: "Start campaign" }).click();
    await expect(page).toHaveURL(/\/app\/email-campaign\/\d+/);
    return page.url();
  });

  const mail = await test.step("the mail reaches Bea over SMTP", () =>
    awaitMail(lab, BEA, /Ice at Berg AG/, 200));
  expect(mail.text).toContain("Hi Bea");
  expect(mail.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");

  await test.step("Bea opens, clicks and answers", async () => {
    // Within two seconds of the product it would be a machine's.
    await page.waitForTimeout(2_500 / CLOCK.rate);
    expect(await openAndClick(mail)).toBe("https://sender.example/about");
    await answer(lab, BEA, mail, "Yes, let us talk on Tuesday.");
  });

  await test.step("the reply appears in the inbox without a reload", async () => {
    await go(page, `${product.url}/app/master-inbox`);
    await page.getByRole("button", { name: "Check for new email" }).click();
    await page
      .getByText("Yes, let us talk on Tuesday.")
      .first()
      .click({ timeout: paced(60_000) });
    await expect(page.getByText("Yes, let us talk on Tuesday.").first()).toBeVisible();
  });

  await test.step("answer it from the inbox", async () => {
    await page.getByRole("textbox", { name: "Reply" }).fill("Tuesday at ten it is.");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const reply = await awaitMail(lab, BEA, /^Re: Ice at Berg AG/, 60);
    expect(reply.text).toContain("Tuesday at ten it is.");
    expect(reply.references).toContain(mail.messageId);
  });

  await test.step("the figures know all of it and the sequence stopped", async () => {
    await go(page, campaignUrl);
    await expect(page.getByText("1 lead contacted")).toBeVisible();
    const parts = page.getByRole("navigation", { name: "Campaign sections" });
    await parts.getByRole("link", { name: "Leads" }).click();
    await expect(page.getByRole("row", { name: new RegExp(BEA) })).toContainText("Stopped");
    await parts.getByRole("link", { name: "Activity" }).click();
    for (const event of ["Sent", "Opened", "Clicked", "Replied"]) {
      await expect(page.getByRole("cell", { name: event }).first()).toBeVisible();
    }
  });
});
