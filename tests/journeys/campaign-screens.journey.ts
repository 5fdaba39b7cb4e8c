import { type Character, characterOf } from "@thaw/local/demo/people";
import { expect, type Page } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, linkToCampaign, test } from "./support/demo.ts";
import { go } from "./support/go.ts";

test.beforeEach(({ page, demo }) => enterDemo(page, demo));

test("A lead that nobody has written to is shown as not contacted yet [LEAD-03]", async ({
  page,
}) => {
  const id = new URL((await draftOf(page)) ?? "", page.url()).searchParams.get("id");
  await go(page, `/app/email-campaign/${id}/lead-list`);
  const rows = page.getByRole("row", { name: /@/ });
  expect(await rows.count()).toBeGreaterThan(5);
  await expect(rows.filter({ hasText: /Not contacted yet|Scheduled/ })).toHaveCount(
    await rows.count(),
  );
});

test("Each run of the scheduler is a row with its time, status, counts and words [CAMP-27]", async ({
  page,
}) => {
  const path = await (await linkToCampaign(page, "Coffee pilot")).getAttribute("href");
  await go(page, (path ?? "").replace("analytics", "trigger-logs"));
  const completed = page
    .getByRole("row", { name: /Completed/ })
    .filter({ has: page.locator("td") });
  await expect(async () => {
    await go(page, page.url());
    await expect(completed.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: paced(60_000) });
  const newest = () => page.locator("tbody time").first().getAttribute("datetime");
  const before = await newest();
  const cells = completed.first().locator("td");
  await expect(cells.locator("time").first()).toBeVisible();
  await expect(cells.filter({ hasText: /^\d+$/ })).toHaveCount(2);
  await expect(cells.last()).toHaveText(/\w+ \w+/);
  await expect(async () => {
    await go(page, page.url());
    expect(await newest()).not.toBe(before);
  }).toPass({ timeout: paced(60_000) });
});

test("A mail that failed says why, where from and to whom in the log, and is sent when someone wants it tried again [CAMP-24]", async ({
  page,
}) => {
  const api = await apiOf(page);
  const campaign = await copyOfDraft(api, "Wrong address");
  const email = addressOf("gone");
  const { results } = await api<{ results: { lead_id: number }[] }>(
    `POST /campaigns/${campaign}/leads`,
    { leads: [{ email, custom_fields: { role: "Cook" } }] },
  );
  await api(`POST /campaigns/${campaign}/start`);
  const log = `/app/email-campaign/${campaign}/performance`;
  const row = (event: string) => page.locator("tbody tr").filter({ hasText: event }).first();
  const comes = (event: string) =>
    expect(async () => {
      await go(page, log);
      await expect(row(event)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: paced(60_000) });

  await comes("Failed");
  await expect(row("Failed")).toContainText(email);
  await expect(row("Failed")).toContainText("1A");
  await expect(row("Failed")).toContainText("@fernhollow.example");
  await expect(row("Failed")).toContainText("No such user here");
  await expect(row("Failed").locator("time")).toBeVisible();
  await api(`PATCH /leads/${results[0]?.lead_id}`, { email: addressOf("silent") });
  await row("Failed")
    .getByRole("button", { name: `Resend to ${email}` })
    .click();
  await expect(row("Failed")).toContainText(/Waiting to be resent|Sent since then/);
  await comes("Sent since then");
});

/** Of someone whom the demo world gives this part. */
function addressOf(part: Character): string {
  const addresses = Array.from({ length: 500 }, (_, at) => `person-${at}@retry.example`);
  return addresses.find((address) => characterOf(address) === part) ?? "";
}

test("The wizard keeps its four steps over a reload and ends with rendered mails and what leads lack [CAMP-21]", async ({
  page,
}) => {
  const draft = await draftOf(page);
  await go(page, `${draft}&step=leads`);
  await expect(page.getByText("200 leads in this campaign")).toBeVisible();
  await page.getByRole("button", { name: "Next: Sequence" }).click();
  const subject = page.getByRole("textbox", { name: "Subject" });
  const before = await subject.inputValue();
  const saved = page.locator("output", { hasText: /^Saved/ });

  await subject.fill("A call at {{phone_number}} for {{company_name}}");
  await expect(saved).toBeVisible();
  await go(page, page.url());
  await expect(subject).toHaveValue("A call at {{phone_number}} for {{company_name}}");
  await page.getByRole("button", { name: "Next: Setup" }).click();
  await expect(page.getByRole("heading", { name: "Schedule" })).toBeVisible();
  await page.getByRole("button", { name: "Next: Review" }).click();
  await expect(page.getByText("Preview for the first leads")).toBeVisible();
  await expect(page.getByText(/A call at .* for [A-Z]\w+ [A-Z]\w+/).first()).toBeVisible();
  await expect(page.getByText(/miss(es)? (a variable|variables)/)).toBeVisible();
  await expect(page.getByText(/: phone_number/).first()).toBeVisible();

  await go(page, `${draft}&step=sequence`);
  await subject.fill(before);
  await expect(saved).toBeVisible();
});

test("Where someone else has saved the same steps meanwhile nothing typed is lost: one's own words are saved over theirs, or theirs taken", async ({
  page,
  demo,
}) => {
  const api = await apiOf(page, demo);
  const id = await copyOfDraft(api, "Of two minds");
  type Sequence = { steps: { variants: { subject: string }[] }[] };
  const sequences = `/campaigns/${id}/sequences`;
  const read = () => api<Sequence>(`GET ${sequences}`);
  const stored = async () => (await read()).steps[0]?.variants[0]?.subject;
  const theySave = async (subject: string) => {
    const { steps } = await read();
    const [first] = steps[0]?.variants ?? [];
    if (first) first.subject = subject;
    await api(`PUT ${sequences}`, { steps });
  };
  const subject = page.getByRole("textbox", { name: "Subject" });
  const notice = page.getByRole("alert").filter({ hasText: "Someone else saved this" });

  await go(page, `/app/email-campaign/new-campaign?id=${id}&step=sequence`);
  await theySave("Theirs");
  await subject.fill("Mine");
  await expect(notice).toBeVisible();
  await expect(subject).toHaveValue("Mine");
  expect(await stored()).toBe("Theirs");
  await notice.getByRole("button", { name: "Overwrite with mine" }).click();
  await expect(notice).toBeHidden();
  expect(await stored()).toBe("Mine");

  await theySave("Theirs again");
  await subject.fill("Mine again");
  await notice.getByRole("button", { name: "Use theirs" }).click();
  await expect(notice).toBeHidden();
  await expect(subject).toHaveValue("Theirs again");
  expect(await stored()).toBe("Theirs again");
});

/** Where the demo's campaign that waits for Start is built. */
async function draftOf(page: Page): Promise<string | null> {
  return (await linkToCampaign(page, "Coffee tasting")).getAttribute("href");
}
