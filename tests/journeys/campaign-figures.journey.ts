import { appendEvents, type NewEvent } from "@thaw/core/reporting/event/event";
import { expect, type Locator } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { apiOf, copyOfDraft } from "./support/api.ts";
import { enterDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { useTableOf } from "./support/table.ts";

const KINDS = [
  "sent",
  "opened",
  "clicked",
  "replied",
  "positive",
  "bounced",
  "unsubscribed",
] as const;
type Counts = Record<(typeof KINDS)[number], number>;

const DAYS = ["2026-03-02", "2026-03-03", "2026-03-04"] as const;
const NAMES = ["Mar 2, 2026", "Mar 3, 2026", "Mar 4, 2026"];

const counts = (...numbers: number[]) =>
  Object.fromEntries(KINDS.map((kind, at) => [kind, numbers[at] ?? 0])) as Counts;

/** What happened, by step and variant, and of it on each of the days: no two figures beside each other are alike. */
const HAPPENED: { step: number; variant: string; days: Counts[] }[] = [
  {
    step: 1,
    variant: "A",
    days: [counts(16, 6, 4, 3, 2, 1, 0), counts(9, 4, 2, 1, 0, 0, 1), counts(5, 2, 1, 1, 1, 0, 0)],
  },
  {
    step: 1,
    variant: "B",
    days: [counts(8, 5, 3, 2, 1, 1, 0), counts(12, 6, 3, 2, 1, 0, 3), counts(0, 0, 0, 0, 0, 0, 0)],
  },
  {
    step: 2,
    variant: "A",
    days: [counts(0, 0, 0, 0, 0, 0, 0), counts(3, 1, 0, 0, 0, 1, 0), counts(7, 2, 1, 1, 1, 0, 4)],
  },
];

const sum = (all: readonly Counts[]) =>
  counts(...KINDS.map((kind) => all.reduce((total, each) => total + each[kind], 0)));
const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 1,
  minimumFractionDigits: 1,
});

type CampaignKey = { accountId: number; campaignId: number };

/** As many events as are to be counted, and others that must not be: repeats and what machines did. */
function eventsOf(place: CampaignKey): NewEvent[] {
  return HAPPENED.flatMap(({ step, variant, days }) =>
    days.flatMap((day, at) => {
      const on = DAYS[at] ?? "";
      const event = (kind: NewEvent["kind"], number: number, more: object = {}): NewEvent => ({
        ...place,
        ...more,
        kind,
        at: `${on}T09:00:00.000Z`,
        countedOn: on,
        key: `${step}${variant}${number}`,
        step,
        variant,
      });
      return KINDS.flatMap((kind) =>
        kind === "positive"
          ? []
          : Array.from({ length: day[kind] }, (_, number) =>
              event(
                kind,
                number,
                kind === "replied" && number < day.positive ? { positive: 1 } : {},
              ),
            ),
      ).concat(
        event("opened-again", 1),
        event("machine-opened", 1),
        event("machine-clicked", 1),
        event("clicked-again", 1),
        event("auto-replied", 1),
      );
    }),
  );
}

const cellsOf = async (row: Locator) => (await row.locator("td").allInnerTexts()).map(tidy);
const tidy = (text: string) => text.replaceAll(/\s+/g, " ").trim();

test("The analytics tab shows what happened as counts, rates and days, and per step and variant, without repeats and machines [CAMP-23]", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo);
  const api = await apiOf(page);
  const campaignId = await copyOfDraft(api, "Figures");
  const { id: accountId } = await api<{ id: number }>("GET /auth/me");
  useTableOf(demo);
  await appendEvents(eventsOf({ accountId, campaignId }));
  const totals = sum(HAPPENED.flatMap(({ days }) => days));
  const figure = (name: string) =>
    page.locator(".figure").filter({ has: page.getByText(name, { exact: true }) });

  await test.step("since the beginning", async () => {
    await expect(async () => {
      await go(page, `/app/email-campaign/${campaignId}/analytics?from=${DAYS[0]}&to=${DAYS[2]}`);
      const sent = figure("Sent").locator(".figure-number");
      await expect(sent).toHaveText(String(totals.sent), { timeout: 1_000 });
    }).toPass({ timeout: paced(60_000) });
    for (const kind of KINDS.slice(1)) {
      const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      const rate = percent.format(totals[kind] / totals.sent);
      await expect(figure(name).locator(".figure-number")).toHaveText(String(totals[kind]));
      await expect(figure(name)).toContainText(`${rate} · ${totals[kind]} of ${totals.sent}`);
    }
  });

  await test.step("by step and variant", async () => {
    for (const { step, variant, days } of HAPPENED) {
      const own = sum(days);
      const row = page.getByRole("row", { name: `Step ${step}, variant ${variant}` });
      const [sent, ...rates] = KINDS.map((kind) =>
        kind === "sent"
          ? String(own.sent)
          : `${percent.format(own[kind] / own.sent)} · ${own[kind]}`,
      );
      expect(await cellsOf(row)).toEqual([`Step ${step}, variant ${variant}`, sent, ...rates]);
    }
  });

  const byDay = DAYS.map((_, at) => sum(HAPPENED.flatMap(({ days }) => days[at] ?? [])));
  await test.step("day by day, drawn", async () => {
    const chart = page.getByRole("figure", { name: "Daily activity" });
    const bars = chart.locator(".day-chart-bars b");
    const heights = await bars.evaluateAll((all) =>
      all.map((bar) => Number.parseFloat((bar as HTMLElement).style.height)),
    );
    const highest = Math.max(...byDay.map(({ sent }) => sent));
    expect(heights.map((height) => Math.round((height / Math.max(...heights)) * highest))).toEqual(
      byDay.map(({ sent }) => sent),
    );
    const plot = chart.locator(".day-chart-plot");
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    for (const [at, day] of byDay.entries()) {
      await plot.hover({ position: { x: (width * (at + 0.5)) / DAYS.length, y: 20 } });
      const hint = tidy(await chart.locator(".day-chart-hint").innerText());
      for (const kind of ["sent", "opened", "replied", "bounced"] as const) {
        expect(hint).toMatch(
          new RegExp(`(${kind}\\D*${day[kind]}\\b|\\b${day[kind]}\\D*${kind})`, "i"),
        );
      }
    }
  });

  await test.step("day by day, as a table", async () => {
    await page.getByRole("switch", { name: "Table" }).check();
    for (const [at, day] of byDay.entries()) {
      const row = page.getByRole("row", { name: NAMES[at] ?? "" });
      expect(await cellsOf(row)).toEqual([NAMES[at], ...KINDS.map((kind) => String(day[kind]))]);
    }
  });

  await test.step("on paper: the figures, in light colors, and nothing that leads elsewhere", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    // The browser's dialog would wait for someone.
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    await expect(figure("Sent").locator(".figure-number")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    const paper = await page
      .locator(".frame-main")
      .evaluate((main) => main.getBoundingClientRect().width);
    expect(paper).toBe(page.viewportSize()?.width);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });
});
