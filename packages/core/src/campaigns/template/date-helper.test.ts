import { renderText } from "@thaw/text/render";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { compileTemplate, faultText, type TemplateError } from "./compile.ts";
import { renderTemplate, templateValues } from "./render.ts";

const said = (error: TemplateError) => renderText("en-US", faultText(error));

function render(source: string, at: string, timezone = "UTC", locale = "en-US"): string {
  const result = compileTemplate(source);
  if (!result.ok) throw new Error(said(result));
  const now = Date.parse(at);
  const seed = { leadId: 1, stepId: 1, variant: "A" };
  const context = { values: templateValues(), mode: "text" as const, seed, now, timezone, locale };
  return renderTemplate(result.template, context).text;
}

// 2026-01-02 is a Friday.
test.each([
  ["{{date}}", "2 January 2026"],
  ['{{date "+2d"}}', "4 January 2026"],
  ['{{date "+2d" "dddd, D MMMM"}}', "Sunday, 4 January"],
  ['{{ DATE  "-2d" "D MMMM YYYY" }}', "31 December 2025"],
  ['{{date "+1w" "ddd DD MMM"}}', "Fri 09 Jan"],
  ['{{date "-1m" "MM/DD/YYYY"}}', "12/02/2025"],
  ['{{date "+0d" "YYYY-M-D HH:mm"}}', "2026-1-2 08:05"],
  ['{{date "+1bd" "dddd D"}}', "Monday 5"],
  ['{{date "+3bd" "dddd, D MMMM"}}', "Wednesday, 7 January"],
  ['{{date "+5bd" "ddd D"}}', "Fri 9"],
  ['{{date "-5bd" "ddd D MMM"}}', "Fri 26 Dec"],
])("the date helper renders %s [TPL-03] [TPL-14]", (source, text) => {
  expect(render(source, "2026-01-02T08:05:30Z")).toBe(text);
});

test("a month from the 31st ends on the last day of a shorter month [TPL-14]", () => {
  expect(render('{{date "+1m"}}', "2026-01-31T08:00:00Z")).toBe("28 February 2026");
});

test("from a weekend, business days count from the next weekday [TPL-14]", () => {
  expect(render('{{date "+1bd" "ddd D"}}', "2026-01-03T08:00:00Z")).toBe("Mon 5");
  expect(render('{{date "-1bd" "ddd D"}}', "2026-01-04T08:00:00Z")).toBe("Fri 2");
  expect(render('{{date "+0bd" "ddd D"}}', "2026-01-04T08:00:00Z")).toBe("Sun 4");
});

test("the date is that of the campaign's timezone at the moment of sending [TPL-14]", () => {
  const source = '{{date "+0d" "D MMMM HH:mm"}}';
  expect(render(source, "2026-01-02T23:30:00Z", "Asia/Tokyo")).toBe("3 January 08:30");
  expect(render(source, "2026-01-02T03:30:00Z", "America/New_York")).toBe("1 January 22:30");
});

test("names of months and weekdays follow the locale", () => {
  expect(render('{{date "+0d" "dddd, D MMMM"}}', "2026-03-02T12:00:00Z", "UTC", "de-DE")).toBe(
    "Montag, 2 März",
  );
});

test("business days agree with stepping from day to day", () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), fc.nat(3000), (amount, offset) => {
      const start = Temporal.PlainDate.from("2024-01-01").add({ days: offset });
      let date = start;
      for (let left = Math.abs(amount); left > 0; ) {
        date = date.add({ days: Math.sign(amount) });
        if (date.dayOfWeek < 6) left -= 1;
      }
      const source = `{{date "${amount < 0 ? "-" : "+"}${Math.abs(amount)}bd" "YYYY-MM-DD"}}`;
      expect(render(source, `${start.toString()}T12:00:00Z`)).toBe(date.toString());
    }),
  );
});
