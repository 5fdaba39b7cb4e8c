import { expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { HOSTILE_HTML } from "./hostile-html.fixture.ts";
import { sanitiseHtml } from "./sanitise-html.ts";

const CASES = Object.entries(HOSTILE_HTML).flatMap(([group, cases]) =>
  cases.map(([hostile, safe], index) => ({ group, number: index + 1, hostile, safe })),
);

test.each(CASES)("$group $number leaves exactly what is safe [INBOX-19]", ({ hostile, safe }) => {
  expect(sanitiseHtml(hostile).html).toBe(safe);
});

test("no hostile case leaves a handler, a script address, a style sheet or an image that loads", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(100);
  for (const { hostile } of CASES) {
    const tags = sanitiseHtml(hostile).html.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag).not.toMatch(
        /^<\/?(?:script|style|iframe|form|svg|math|object|embed|link|meta|base)/i,
      );
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(
        /\s(?:on\w+|srcset|background|srcdoc|ping)/i,
      );
      expect(tag).not.toMatch(
        /(?:href|src)="\s*(?:javascript|vbscript|data:(?!image\/(?:png|gif|jpe?g|webp)))/i,
      );
      expect(tag).not.toMatch(/\ssrc="(?:https?:|\/\/)/i);
      expect(tag).not.toMatch(/style="[^"]*(?:url|expression|image-set)\s*\(/i);
    }
  }
});

test("remote images are counted and wait, and load without a referrer once asked for [INBOX-19]", () => {
  const html =
    '<img src="https://a.example/1.png"><img src="//a.example/2.png"><img src="cid:x@y">';
  expect(sanitiseHtml(html)).toEqual({
    html: '<img data-remote-src="https://a.example/1.png" /><img data-remote-src="https://a.example/2.png" /><img src="cid:x@y" />',
    remoteImages: 2,
  });
  expect(sanitiseHtml(html, { showRemoteImages: true })).toEqual({
    html: '<img src="https://a.example/1.png" referrerpolicy="no-referrer" /><img src="https://a.example/2.png" referrerpolicy="no-referrer" /><img src="cid:x@y" />',
    remoteImages: 2,
  });
});

test("what is sanitised twice stays the same", () => {
  for (const { safe } of CASES)
    expect(sanitiseHtml(sanitiseHtml(safe).html).html).toBe(sanitiseHtml(safe).html);
});

test("nesting that would take minutes to parse is cut off", { timeout: paced(20_000) }, () => {
  const hostile = ["<div>".repeat(200_000), "<div></x>".repeat(110_000), "<li><p>".repeat(100_000)];
  for (const html of hostile) expect(sanitiseHtml(html).html.length).toBeLessThan(20_000);
});

test("a < that begins no tag is text, and a megabyte of them takes no longer than other text", () => {
  expect(sanitiseHtml("1 < 2 <b>a<3</b> <\uFDD0").html).toBe("1 &lt; 2 <b>a&lt;3</b> &lt;");
  expect(sanitiseHtml('<a title="a < b" href="https://a.example/?x=<1">x</a>').html).toBe(
    '<a title="a &lt; b" href="https://a.example/?x=&lt;1" target="_blank" rel="noopener noreferrer nofollow">x</a>',
  );
  const loose = "<".repeat(2 ** 20);
  const milliseconds = [1, 2, 3].map(() => {
    const at = process.cpuUsage();
    expect(sanitiseHtml(loose).html.length).toBe(4 * loose.length);
    const { user, system } = process.cpuUsage(at);
    return (user + system) / 1_000;
  });
  expect(Math.min(...milliseconds)).toBeLessThan(350);
});
