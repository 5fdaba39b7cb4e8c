import { renderText } from "@thaw/text/render";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileTemplate, faultText, type TemplateError } from "./compile.ts";
import { type RenderContext, type Rendered, renderTemplate, templateValues } from "./render.ts";

const said = (error: TemplateError) => renderText("en-US", faultText(error));

const CONTEXT: RenderContext = {
  values: templateValues({ first_name: "Ann" }),
  mode: "text",
  seed: { leadId: 1, stepId: 1, variant: "A" },
  now: Date.UTC(2026, 0, 2, 12),
  timezone: "UTC",
};

function render(source: string, context: Partial<RenderContext> = {}): Rendered {
  const result = compileTemplate(source, { knownNames: ["city"] });
  if (!result.ok) throw new Error(said(result));
  return renderTemplate(result.template, { ...CONTEXT, ...context });
}

test("a fallback stands in for a missing or blank value; without one the name is reported [TPL-11]", () => {
  const values = templateValues({ first_name: "  ", city: null });
  expect(render("Hi {{first_name|there}}{{city|}}!", { values })).toEqual({
    text: "Hi there!",
    missing: [],
  });
  expect(render("Hi {{first_name}}{{city}}{{first_name}}!", { values })).toEqual({
    text: "Hi !",
    missing: ["first_name", "city"],
  });
  expect(render("Hi {{first_name | there}}!").text).toBe("Hi Ann!");
});

test("values are escaped in HTML, raw in text; signature and unsubscribe link stay whole [TPL-12]", () => {
  const values = templateValues({
    first_name: `<b onclick="x('y')">&`,
    signature: "<p>Best</p>",
    unsubscribe_link: "https://x.test/u?a=1&b=2",
  });
  const source = "{{first_name}} {{signature}} {{unsubscribe_link}}";
  expect(render(source, { values, mode: "html" }).text).toBe(
    "&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp; <p>Best</p> https://x.test/u?a=1&b=2",
  );
  expect(render(source, { values }).text).toBe(
    `<b onclick="x('y')">& <p>Best</p> https://x.test/u?a=1&b=2`,
  );
});

test("a value is never read as a template [TPL-12]", () => {
  const values = templateValues({ first_name: "{{signature}}{a|b}", signature: "secret" });
  expect(render("{{first_name}}", { values }).text).toBe("{{signature}}{a|b}");
});

test("a subject has no line breaks and at most 255 characters [TPL-12]", () => {
  const values = templateValues({ first_name: "Ann\r\nBcc: all@x.test" });
  expect(render("Hi\n {{first_name}}", { values, mode: "subject" }).text).toBe(
    "Hi AnnBcc: all@x.test",
  );
  expect(render("x".repeat(300), { mode: "subject" }).text).toHaveLength(255);
  expect(render(`${"x".repeat(254)}😀`, { mode: "subject" }).text).toBe("x".repeat(254));
  expect(render("x".repeat(300)).text).toHaveLength(300);
});

test("spintax gives one of the options that are listed, at every level [TPL-02]", () => {
  const option = fc.stringMatching(/^[a-z .,!]{0,8}$/);
  const nested = fc.letrec<{ group: { source: string; texts: string[] } }>((tie) => ({
    group: fc
      .array(
        fc.oneof(
          { maxDepth: 2 },
          option.map((text) => ({ source: text, texts: [text] })),
          tie("group"),
        ),
        { minLength: 2, maxLength: 4 },
      )
      .map((options) => ({
        source: `{${options.map(({ source }) => source).join("|")}}`,
        texts: options.flatMap(({ texts }) => texts),
      })),
  })).group;
  fc.assert(
    fc.property(nested, fc.nat(), ({ source, texts }, leadId) => {
      const { text } = render(source, { seed: { leadId, stepId: 1, variant: "A" } });
      expect(texts).toContain(text);
    }),
  );
});

test("the same lead, step and variant get the same text every time; three levels and variables work [TPL-13]", () => {
  const source = "{Hi {{first_name}}|{Hello|{Hey|Yo}}} {a|b|c|d|e|f|g|h}";
  const texts = new Set<string>();
  for (let leadId = 1; leadId <= 200; leadId += 1) {
    const seed = { leadId, stepId: 2, variant: "B" };
    const { text } = render(source, { seed });
    expect(render(source, { seed, mode: "html", now: 0 }).text).toBe(text);
    texts.add(text);
  }
  expect(texts.size).toBeGreaterThanOrEqual(31);
});

test("any part of the seed changes choices", () => {
  const source = "{a|b|c|d}".repeat(8);
  const seeds = [
    { leadId: 1, stepId: 1, variant: "A" },
    { leadId: 2, stepId: 1, variant: "A" },
    { leadId: 1, stepId: 2, variant: "A" },
    { leadId: 1, stepId: 1, variant: "B" },
  ];
  expect(new Set(seeds.map((seed) => render(source, { seed }).text)).size).toBe(4);
});

test("over neighbouring leads every option, and every pair of options, comes near-uniformly often [TPL-13]", () => {
  const leads = 100_000;
  const pairs = new Map<string, number>();
  const result = compileTemplate("{a|b|c}{d|e|f|g}");
  if (!result.ok) throw new Error(said(result));
  for (let leadId = 1; leadId <= leads; leadId += 1) {
    const seed = { leadId, stepId: 1, variant: "A" };
    const { text } = renderTemplate(result.template, { ...CONTEXT, seed });
    pairs.set(text, (pairs.get(text) ?? 0) + 1);
  }
  const expected = leads / 12;
  const chiSquare = [...pairs.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  expect(pairs.size).toBe(12);
  // 11 degrees of freedom: 31.3 is passed by chance once in a thousand.
  expect(chiSquare).toBeLessThan(31.3);
});

test("a subject's groups choose apart from the body's", () => {
  let equal = 0;
  for (let leadId = 1; leadId <= 1000; leadId += 1) {
    const seed = { leadId, stepId: 1, variant: "A" };
    if (render("{a|b}", { seed, mode: "subject" }).text === render("{a|b}", { seed }).text)
      equal += 1;
  }
  expect(equal).toBeGreaterThan(400);
  expect(equal).toBeLessThan(600);
});
