import { say } from "@thaw/text/say";
import { expect, test } from "vitest";
import {
  htmlOfText,
  linesOfHtml,
  templateProblem,
  textOfHtml,
  toEditorHtml,
  toStoredHtml,
} from "./mail-html.ts";

test("an empty line keeps its height in the mail and comes back into the editor as one line", () => {
  const written = "<div>Hi</div><div></div><div>Bye</div>";
  const stored = toStoredHtml(written);
  expect(stored).toBe("<div>Hi</div><div><br></div><div>Bye</div>");
  expect(toEditorHtml(stored)).toBe(written);
});

test("paragraphs of a mail that was not written here keep their distance", () => {
  expect(toEditorHtml('<p>Hi</p>\n<p class="x">Bye</p>')).toBe(
    '<p>Hi</p><div></div><p class="x">Bye</p>',
  );
});

test("an editor without text is an empty mail", () => {
  expect(toStoredHtml("<div></div>")).toBe("");
});

test("the list shows a mail's words without its tags", () => {
  expect(textOfHtml("<p>Hi {{first_name}},</p><p>R&amp;D&nbsp;<b>fun</b></p>")).toBe(
    "Hi {{first_name}}, R&D fun",
  );
});

test("a compile error comes with the words that stand there in place of line and column", () => {
  const body = "<p>Hi Ann,</p>\n<p>how is {{compny_name}} doing?</p>";
  expect(templateProblem(body, [])).toEqual({
    error: say("fields.templateVariableUnknown", { name: "compny_name" }),
    near: "{{compny_name}} doing?",
  });
  expect(templateProblem(body, ["compny_name"])).toBeUndefined();
  expect(templateProblem("Hi {{first_name", [])?.near).toBe("{{first_name");
  const long = "{{nope}} and whatever else somebody has written after it";
  expect(templateProblem(long, [])?.near).toBe("{{nope}} and whatever else somebody has…");
});

test("a mail goes to a language model as lines, and its answer is lines that hold no markup", () => {
  expect(
    linesOfHtml("<div>Hi <b>{{first_name}}</b>,</div><div><br></div><div>A &amp; B<br>C</div>"),
  ).toBe("Hi {{first_name}},\n\nA & B\nC");
  expect(linesOfHtml("")).toBe("");
  expect(htmlOfText("Hi {{first_name}},\n\n<script>A & B\r\n")).toBe(
    "<div>Hi {{first_name}},</div><div><br></div><div>&lt;script&gt;A &amp; B</div>",
  );
});
