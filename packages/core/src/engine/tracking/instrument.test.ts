import { expect, test } from "vitest";
import { instrument } from "./instrument.ts";
import { readTracking, signTracking } from "./tracking-token.ts";

const siteUrl = "https://app.example";
const tracked = {
  accountId: 7,
  sendId: "AAAAAAAAAAAAAAAAAAAAAA",
  siteUrl,
  trackingUrl: "https://t.example",
};
const both = { opens: true, clicks: true };

test("one pixel is added and every http(s) link passes by us, its target inside the signature", () => {
  const html = `<a href="https://a.example/x?b=1&amp;c=ü">a</a><a class='k' href='http://b.example'>b</a>`;
  const out = instrument(html, tracked, both);
  expect(out.match(/<img src="https:\/\/t\.example\/o\/[\w.-]+\.gif"/g)).toHaveLength(1);
  const tokens = [...out.matchAll(/href="https:\/\/t\.example\/c\/([\w.-]+)"/g)].map(([, token]) =>
    readTracking("click", token ?? ""),
  );
  expect(tokens).toEqual([
    expect.objectContaining({ url: "https://a.example/x?b=1&c=ü" }),
    expect.objectContaining({ url: "http://b.example" }),
  ]);
});

test("links that are not http(s), cannot be followed, are too long or leave the list stay as they are", () => {
  const kept = [
    "mailto:a@b.example",
    "tel:+49",
    "javascript:alert(1)",
    "//evil.example/x",
    "https://",
    `https://a.example/${"x".repeat(5_000)}`,
    `${siteUrl}/u/${signTracking({ kind: "unsubscribe", ...tracked })}`,
  ];
  const html = kept.map((url) => `<a href="${url}">x</a>`).join("");
  expect(instrument(html, tracked, { opens: false, clicks: true })).toBe(html);
});

test("without tracking the mail is as it was written", () => {
  const html = `<a href="https://a.example">a</a>`;
  expect(instrument(html, tracked, { opens: false, clicks: false })).toBe(html);
});

test("a token is read only as the kind that it was made for, and only unchanged", () => {
  const token = signTracking({
    kind: "click",
    accountId: 7,
    sendId: tracked.sendId,
    url: "https://a",
  });
  expect(readTracking("click", token)).toMatchObject({ accountId: 7, url: "https://a" });
  expect(readTracking("open", token)).toBeUndefined();
  expect(readTracking("unsubscribe", token)).toBeUndefined();
  const [account, sendId, , mac] = token.split(".");
  const other = Buffer.from("https://evil.example").toString("base64url");
  expect(readTracking("click", [account, sendId, other, mac].join("."))).toBeUndefined();
  expect(readTracking("click", token.replace(/^7/, "8"))).toBeUndefined();
  expect(readTracking("click", `${token}x`)).toBeUndefined();
  expect(readTracking("click", "x".repeat(10_000))).toBeUndefined();
});
