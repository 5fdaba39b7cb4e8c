/** Bar 25. Templates that are made to hurt: each is refused or rendered in less than a tenth of a second, and nothing else happens. */
import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { saveSequence } from "@thaw/core/campaigns/sequence/sequence";
import { compileTemplate, faultText } from "@thaw/core/campaigns/template/compile";
import { renderTemplate, templateValues } from "@thaw/core/campaigns/template/render";
import { AppError } from "@thaw/core/error";
import { renderText } from "@thaw/text/render";
import { testActor } from "../support/actor.ts";
import { printFigure, show } from "./support/verdict.ts";

const MOST_MS = 100;
const MEGABYTE = 1_048_576;
const DEEP = 10_000;

const BOMBS: Record<string, string> = {
  "spintax of 1 MB": `{${"a|".repeat(MEGABYTE / 2)}b}`,
  "groups of 1 MB": "{a|b}".repeat(MEGABYTE / 5),
  "variables of 200 kB": "{{first_name}}".repeat(200_000 / 14),
  "spintax 10,000 deep": `${"{a|".repeat(DEEP)}b${"}".repeat(DEEP)}`,
  "braces 10,000 deep": `${"{".repeat(DEEP)}first_name${"}".repeat(DEEP)}`,
  "braces that nothing closes": "{".repeat(DEEP),
  "braces that close nothing": "}".repeat(MEGABYTE / 8),
  "half of a variable": "{{first_name".repeat(DEEP),
  "escapes alone": "\\{".repeat(MEGABYTE / 16),
  "fallback of 1 MB": `{{first_name|${"x".repeat(MEGABYTE)}}}`,
  "name of spaces": `{{${" ".repeat(100_000)}}}`,
  "helper that is none": '{{lookup this "constructor"}}',
  "helper without an end": '{{date "+3bd" "dddd',
  "date in a million years": '{{date "+999999999d" "YYYY"}}',
  "format of 100 kB": `{{date "+1d" "${"D".repeat(100_000)}"}}`,
  "lone surrogates": "\ud800{a|\udc00}".repeat(DEEP),
};
/** Names that every object of the language has. */
const PROTOTYPE = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];

const actor = testActor();
const { id } = await createCampaign(actor, { name: "Bombs" });
// The first one of each loads what they need.
attempt("Hello {{first_name|there}} {a|b}");
await save("Hello");

let worst = 0;
let odd = 0;
for (const [name, source] of Object.entries(BOMBS)) {
  const { ms, says } = measured(() => attempt(source));
  worst = Math.max(worst, ms);
  printFigure(name, `${ms.toFixed(1)} ms of CPU: ${says.slice(0, 60)}`);
}
show("worst of them, compiled and rendered", `${worst.toFixed(1)} ms of CPU`, worst < MOST_MS);

for (const name of PROTOTYPE) {
  const asked = compileTemplate(`{{${name}}}`);
  const known = compileTemplate(`{{${name}|nobody}}`, { knownNames: [name] });
  const text = known.ok ? render(known.template, {}) : "nobody";
  // A field of a lead may have such a name: then its value is meant.
  const given = known.ok ? render(known.template, Object.fromEntries([[name, "Bea"]])) : "Bea";
  if (asked.ok || text !== "nobody" || (given !== "Bea" && given !== "nobody")) odd += 1;
}
show("names of the language that mean something", odd, odd === 0);
const polluted = Object.keys(Object.prototype).length;
show("names added to every object", polluted, polluted === 0);

let worstSave = 0;
let crashed = 0;
for (const source of Object.values(BOMBS)) {
  const before = process.cpuUsage();
  const isSafe = await save(source);
  const { user, system } = process.cpuUsage(before);
  worstSave = Math.max(worstSave, (user + system) / 1000);
  if (!isSafe) crashed += 1;
}
show("answers that are neither saved nor refused", crashed, crashed === 0);
show(
  "worst of them, as a step of a sequence",
  `${worstSave.toFixed(1)} ms of CPU`,
  worstSave < MOST_MS,
);
process.exit();

type Compiled = Extract<ReturnType<typeof compileTemplate>, { ok: true }>["template"];

function render(template: Compiled, fields: Record<string, string>): string {
  return renderTemplate(template, {
    values: templateValues(fields),
    mode: "text",
    seed: { leadId: 1, stepId: 1, variant: "A" },
    now: 1_772_442_000_000,
    timezone: "Europe/Berlin",
  }).text;
}

/** What compiling says, or how long the text is that comes out. */
function attempt(source: string): string {
  const compiled = compileTemplate(source);
  if (!compiled.ok) return renderText("en-US", faultText(compiled));
  return `${render(compiled.template, { first_name: "Bea" }).length} characters`;
}

function measured(work: () => string): { ms: number; says: string } {
  const before = process.cpuUsage();
  const says = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, says };
}

/** False where saving ended as nothing that a user can be told. */
async function save(body: string): Promise<boolean> {
  const step = {
    seq_number: 1,
    seq_delay_details: { delayInDays: 0 },
    variants: [{ letter: "A", subject: body.slice(0, 200), body, share: 100 }],
  };
  try {
    await saveSequence(actor, { campaign_id: id, steps: [step] });
    return true;
  } catch (error) {
    return error instanceof AppError && error.code === "invalid";
  }
}
