import { expect, test } from "vitest";
import { htmlToText } from "./html-text.ts";

test.each([
  ["an empty line of a mail program", "<div>a</div><div><br></div><div>b</div>", "a\n\nb"],
  ["two empty lines", "<div>a</div><div><br></div><div><br></div><div>b</div>", "a\n\n\nb"],
  ["a line that ends in a break", "<div>a<br></div><div>b</div>", "a\nb"],
  [
    "an empty line in a nested block",
    "<div><div>a</div><div><div><br></div></div><div>b</div></div>",
    "a\n\nb",
  ],
  [
    "an empty line in a styled span",
    "<div>a</div><div><span><br></span></div><div>b</div>",
    "a\n\nb",
  ],
  ["a break in bold words", "<div><b>a<br></b></div><div>b</div>", "a\nb"],
  ["one break", "<div>a<br>b</div>", "a\nb"],
  ["two breaks", "a<br><br>b", "a\n\nb"],
  ["two breaks with a line of source between", "<div>a<br />\n<br />\nb</div>", "a\n\nb"],
  ["breaks before a block", "a<br><br><div>b</div>", "a\n\nb"],
  ["paragraphs", "<p>a</p><p>b</p>", "a\n\nb"],
  ["a paragraph that ends in a break", "<p>a<br></p><p>b</p>", "a\n\nb"],
  [
    "a list between empty lines",
    "<div>a</div><div><br></div><ul><li>x</li><li>y<br></li></ul>",
    "a\n\n * x\n * y",
  ],
  [
    "a link beside a break",
    '<div><a href="https://x.example/">See</a><br></div><div>b</div>',
    "See [https://x.example/]\nb",
  ],
  ["an image beside a break", '<div>a</div><div><img src="x.png"><br></div><div>b</div>', "a\n\nb"],
])("the text of %s has the lines that a reader of the HTML sees", (_what, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test("a mail of breaks alone is read in linear time", () => {
  const began = process.cpuUsage();
  htmlToText(`<div>${"<i></i><br>".repeat(15_000)}</div>`);
  const { user } = process.cpuUsage(began);
  expect(user / 1_000).toBeLessThan(5_000);
});
