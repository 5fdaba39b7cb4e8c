/** How many mails a second are rendered from a compiled template with four variables, two groups and a date. */
import { compileTemplate } from "@thaw/core/campaigns/template/compile";
import { renderTemplate, templateValues } from "@thaw/core/campaigns/template/render";

const RENDERS = 300_000;
const SOURCE = `<p>{Hi|Hello|Hey} {{first_name|there}},</p><p>I saw that {{company_name|your company}} in {{location}} is
growing. {Would you have|Do you have} ten minutes on {{date "+3bd" "dddd"}}?</p><p>{{sender_name}}</p>`;

const compiled = compileTemplate(SOURCE);
if (!compiled.ok) throw new Error(compiled.problem.key);
const values = templateValues({
  first_name: "Bea",
  company_name: "Berg AG",
  location: "Bern",
  sender_name: "Ana",
});
const render = (leadId: number) =>
  renderTemplate(compiled.template, {
    values,
    mode: "html",
    seed: { leadId, stepId: 1, variant: "A" },
    now: 1_772_442_000_000,
    timezone: "Europe/Berlin",
  }).text.length;

for (let lead = 0; lead < 20_000; lead++) render(lead);
const startedAt = performance.now();
let characters = 0;
for (let lead = 0; lead < RENDERS; lead++) characters += render(lead);
const seconds = (performance.now() - startedAt) / 1000;
console.log(`renders a second            ${(RENDERS / seconds).toFixed(0)} (bar: 100000)`);
console.log(`characters written          ${characters}`);
