import { renderText } from "@thaw/text/render";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CompiledTemplate,
  compileTemplate,
  faultText,
  type TemplateError,
} from "./compile.ts";
import { type RenderMode, renderTemplate, templateValues } from "./render.ts";
import type { Template } from "./template.ts";
import { BUILT_IN_VARIABLES } from "./variable.schema.ts";

const said = (error: TemplateError) => renderText("en-US", faultText(error));

const LEAD = { email: "ann@acme.test", first_name: "Ann", company_name: "Acme" };

function compiled(source: string, knownNames: string[] = []): Template {
  const result = compileTemplate(source, { knownNames });
  if (!result.ok) throw new Error(said(result));
  return result.template;
}

function rendered(source: string, mode: RenderMode = "text", knownNames: string[] = []): string {
  return renderTemplate(compiled(source, knownNames), {
    values: templateValues(LEAD),
    mode,
    seed: { leadId: 7, stepId: 1, variant: "A" },
    now: Date.UTC(2026, 0, 2, 12),
    timezone: "UTC",
  }).text;
}

function errorOf(source: string): string | undefined {
  const result: CompiledTemplate = compileTemplate(source);
  return result.ok ? undefined : said(result);
}

const byText = (one: string, other: string) => one.localeCompare(other);

test("variables in double braces are replaced in body and subject, however their names are spelled [TPL-01]", () => {
  expect(rendered("Hi {{first_name}} of {{ Company Name }}, {{FIRST_NAME}}!", "html")).toBe(
    "Hi Ann of Acme, Ann!",
  );
  expect(rendered("{{first_name}}, a question", "subject")).toBe("Ann, a question");
});

test("every built-in variable compiles and renders its value; a custom field joins them [TPL-10]", () => {
  const names =
    `email first_name last_name phone_number company_name website linkedin_profile location
    sender_name sender_first_name sender_email signature unsubscribe_link category`.split(/\s+/);
  expect([...names, "today"].sort(byText)).toEqual([...BUILT_IN_VARIABLES].sort(byText));
  const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
  for (const name of [...names, "job_title"]) {
    const template = compiled(`{{${name.toUpperCase().replaceAll("_", " ")}}}`, ["Job Title"]);
    const { text, missing } = renderTemplate(template, {
      values: templateValues(values, { "JOB title": "<job_title>" }),
      mode: "text",
      timezone: "UTC",
      now: 0,
      seed: { leadId: 1, stepId: 1, variant: "A" },
    });
    expect(text).toBe(`<${name}>`);
    expect(missing).toEqual([]);
  }
  expect(rendered("{{today}}")).toBe("2 January 2026");
  expect(errorOf("{{job_title}}")).toBe('Unknown variable "job_title" at line 1, column 1');
});

test("where any name is taken, a field that nobody has renders empty and is reported; slips stay errors", () => {
  const result = compileTemplate("{{job_title}}{{date}}", { anyName: true });
  if (!result.ok) throw new Error(said(result));
  const seed = { leadId: 1, stepId: 1, variant: "A" };
  const context = { values: templateValues(), mode: "text" as const, seed, timezone: "UTC" };
  expect(renderTemplate(result.template, { ...context, now: 0 })).toEqual({
    text: "1 January 1970",
    missing: ["job_title"],
  });
  expect(compileTemplate("{{job-title}}", { anyName: true }).ok).toBe(false);
});

test("a template names the variables that it uses", () => {
  expect(compiled("{{First Name}} {a {{email}}|{{first_name|x}}}").variables).toEqual([
    "first_name",
    "email",
  ]);
});

test.each([
  ["Hello\n12345 Acme {a|b", "Unclosed { at line 2, column 12"],
  ["Hello {{first_name", "Unclosed {{ at line 1, column 7"],
  ["Hello {{first_name}, bye", "Unclosed {{ at line 1, column 7"],
  ["a {b|{c|d}", "Unclosed { at line 1, column 3"],
  ["a\n\n {{}}", "Empty variable at line 3, column 2"],
  ["{{ | there}}", "Empty variable at line 1, column 1"],
  ["{{first-name}}", 'Bad variable name "first-name" at line 1, column 1'],
  ["Hi {{frist_name}}", 'Unknown variable "frist_name" at line 1, column 4'],
  ["{a|{b|{c|{d|e}}}}", "Spintax nested more than 3 deep at line 1, column 1"],
  ['{{date "+3x"}}', 'Bad date offset "+3x" at line 1, column 1'],
  ['{{date "tomorrow"}}', 'Bad date offset "tomorrow" at line 1, column 1'],
  ['{{date "+99999d"}}', 'Bad date offset "+99999d" at line 1, column 1'],
  ['{{date "+3651d"}}', 'Bad date offset "+3651d" at line 1, column 1'],
  [`${"{ ".repeat(21)}${"}".repeat(21)}`, "Braces nested more than 20 deep at line 1, column 41"],
  ["{{date +2d}}", 'Bad date, expected {{date "+2d" "D MMMM"}} at line 1, column 1'],
])("a faulty template is refused with what is wrong and where: %j [TPL-04]", (source, error) => {
  expect(errorOf(source)).toBe(error);
});

test("the line and column of an error come as numbers too [TPL-15]", () => {
  expect(compileTemplate("ab\ncd {x|y")).toMatchObject({ ok: false, line: 2, column: 4 });
});

test.each([
  [
    "p { color: red } @media (x) { p { margin: 0 } }",
    "p { color: red } @media (x) { p { margin: 0 } }",
  ],
  ["one | two } three", "one | two } three"],
  ["a \\{x\\|y\\} b \\| c \\n \\", "a {x|y} b | c \\n \\"],
  ["{{location|a \\| b \\} c}}", "a | b } c"],
  ["p { font: {{company_name}} }", "p { font: Acme }"],
])("what is not spintax stays as written: %j [TPL-13]", (source, text) => {
  expect(rendered(source)).toBe(text);
});

test("a group may start with a group or with a variable", () => {
  expect(["x b", "y b", "c"]).toContain(rendered("{{x|y} b|c}"));
  expect(["Ann", "you"]).toContain(rendered("{{{first_name}}|you}"));
  expect(["Ann", "you"]).toContain(rendered("{you|{{first_name}}}"));
});

test("quotes and spaces may come as an editor stores them", () => {
  expect(rendered("{{date &quot;+1d&quot; “D.M.YYYY”}}")).toBe("3.1.2026");
  expect(rendered("{{first&nbsp;name}} {{first\u00a0name}}")).toBe("Ann Ann");
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "the name %s means nothing special",
  (name) => {
    expect(errorOf(`{{${name}}}`)).toBe(`Unknown variable "${name}" at line 1, column 1`);
    const values = templateValues(JSON.parse(`{"${name}": "mine"}`));
    const template = compiled(`{{${name}}}`, [name]);
    const context = { now: 0, timezone: "UTC", seed: { leadId: 1, stepId: 1, variant: "A" } };
    expect(renderTemplate(template, { values, mode: "text", ...context }).text).toBe("mine");
    const none = renderTemplate(template, { values: templateValues(), mode: "text", ...context });
    expect(none.text).toBe("");
  },
);

const MILLION = 1_000_000;

test.each([
  ["a megabyte of text", "x".repeat(MILLION)],
  ["a megabyte of spintax", "{a|b}".repeat(MILLION / 5)],
  ["ten thousand open braces", "{".repeat(10_000)],
  ["ten thousand nested groups", `${"{".repeat(10_000)}a|b${"}".repeat(10_000)}`],
  ["ten thousand spintax levels", `${"{a|".repeat(10_000)}b${"}".repeat(10_000)}`],
  ["a group of 66,000 options", `{${"ab|".repeat(66_000)}c}`],
  ["a tag that never ends", `{{${"a ".repeat(99_000)}`],
  ["a name of 190,000 characters", `{{${"a".repeat(190_000)}}}`],
  ["a date of 190,000 spaces", `{{date${" ".repeat(190_000)}"x}}`],
  ["a date format of 100,000 characters", `{{date "+1d" "${"D".repeat(100_000)}"}}`],
])("%s is refused with an error text", (_, source) => {
  expect(errorOf(source)).toMatch(/ at line 1, column \d+$/);
});

test("no text makes the compiler throw, and what compiles also renders", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    "{{",
    "}}",
    "|",
    "\\",
    "first_name",
    "date",
    ' "+1d"',
    " ",
    "\n",
    "é",
    "a",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const result = compileTemplate(pieces.join(""));
      if (result.ok) expect(rendered(pieces.join(""), "html")).toBeTypeOf("string");
      else expect(said(result)).toMatch(/ at line \d+, column \d+$/);
    }),
    { numRuns: 2000 },
  );
});
