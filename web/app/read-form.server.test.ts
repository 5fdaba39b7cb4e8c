import ts from "typescript";
import { expect, test } from "vitest";
import { nodesOf, positionOf, sourceFiles } from "../../tests/support/source.ts";
import { readForm } from "./read-form.server.ts";

const TYPE = "application/x-www-form-urlencoded";

const posted = (body: string, type = TYPE) =>
  new Request("http://web/login", { method: "POST", body, headers: { "content-type": type } });

const fields = (count: number, name = (at: number) => `f${at}`) =>
  Array.from({ length: count }, (_, at) => `${name(at)}=1`).join("&");

/** What made the form library build an array of forty million, and its siblings. */
const HOSTILE: readonly [string, string][] = [
  ["an index of forty million", "email[40000000]=x&password=x"],
  ["an index in a field that the form has not", "z[3000000]=x"],
  ["a list with holes", "email[1]=x"],
  ["lists of lists with holes", fields(400, (at) => `a${at}[99][99][99]`)],
  ["a name of 3,000 levels", `a${".a".repeat(3_000)}=1`],
  ["a name of 3,000 indexes", `a${"[0]".repeat(3_000)}=1`],
  ["a name of 60,000 characters", `${"a".repeat(60_000)}=1`],
  ["thirty thousand fields", fields(30_000, () => "a")],
  ["thirty thousand fields without a name", "&".repeat(30_000)],
  ["what every object has", "__proto__.isAdmin=1"],
  ["the maker of every object", "a.constructor.prototype.isAdmin=1"],
  ["an intent of the form library", `__intent__=${encodeURIComponent('{"type":"insert"}')}`],
  [
    "an intent that sets what no field could",
    `__intent__=${encodeURIComponent('{"type":"update","payload":{"name":"a[40000000]","value":"x"}}')}`,
  ],
  ["a name that every object answers to", "intent=login&toString=1"],
  ["a part of a field that every object answers to", "email=x&email.hasOwnProperty=1"],
  ["a list that is given a name of lists", "a[0]=1&a.map=2"],
  ["a list within a field that is given a name of lists", "b.a.map=2&b.a[0]=1"],
  ["a state of the form library", "__state__=[[["],
  ["three megabytes", `email=${"x".repeat(3_000_000)}`],
];

test.each(HOSTILE)("%s is refused before anything is made of it", async (_name, body) => {
  for (const from of ["visitor", "user"] as const) {
    await expect(readForm(posted(body), from)).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid|too_large)$/),
    });
  }
});

test("a form with files, which no screen sends, is refused", async () => {
  const body = new FormData();
  body.set("email", "ada@firm.example");
  const request = new Request("http://web/login", { method: "POST", body });
  await expect(readForm(request, "user")).rejects.toMatchObject({ code: "invalid" });
  await expect(readForm(posted("email=a", "text/plain"), "user")).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a visitor's form is at most 64 kB, and the rest is not fetched", async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      controller.enqueue(Buffer.alloc(16 * 1024, "x"));
    },
  });
  const init = { method: "POST", body, headers: { "content-type": TYPE }, duplex: "half" };
  const request = new Request("http://web/login", init as RequestInit);
  await expect(readForm(request, "visitor")).rejects.toMatchObject({ code: "too_large" });
  expect(sent).toBeLessThan(10);
});

test("the largest forms that screens send are read: 400 leads, 50 custom fields, 110 categories, a long block list", async () => {
  const list = (name: string, count: number) => fields(count, (at) => `${name}[${at}]`);
  const custom = Array.from(
    { length: 50 },
    (_, at) => `custom_fields[${at}].name=n&custom_fields[${at}].value=v`,
  ).join("&");
  for (const [body, count] of [
    [`intent=change&change=tag&tag_id=4&${list("lead_ids", 400)}`, 403],
    [`lead_id=1&email=a%40x.example&${custom}`, 102],
    [list("restricted_category_ids", 110), 110],
    [`intent=add&text=${"%E2%82%AC".repeat(200_000)}`, 2],
  ] as const) {
    expect([...(await readForm(posted(body), "user"))]).toHaveLength(count);
  }
});

test("reading a form costs no more than its size, whatever its names are", async () => {
  for (const [, body] of HOSTILE) {
    const [before, at] = [process.memoryUsage().rss, process.cpuUsage()];
    await readForm(posted(body), "user").catch(() => undefined);
    const { user, system } = process.cpuUsage(at);
    expect((user + system) / 1_000_000).toBeLessThan(1);
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(50);
  }
});

const isCall = ts.isCallExpression;

/** Where a call stands: in what a browser runs, or in what the server does. */
function runsInBrowser(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isPropertyAssignment(at) && at.name.getText() === "onValidate") return true;
    if (ts.isFunctionDeclaration(at) && at.name?.text === "clientAction") return true;
  }
  return false;
}

/** The second parses for the first and, in a browser, for the third. */
const PARSERS: ReadonlySet<string> = new Set([
  "web/app/read-form.server.ts",
  "web/app/validation.ts",
  "web/app/use-validation.ts",
]);

test("every form that was sent is read and parsed here, and nowhere else", () => {
  const elsewhere: string[] = [];
  for (const file of sourceFiles("web")) {
    if (PARSERS.has(file.fileName)) continue;
    for (const node of nodesOf(file, isCall)) {
      const called = node.expression.getText();
      const parsesForm =
        /^(?:parseWith\w+|validate)$/.test(called) || /\.(formData|blob|arrayBuffer)$/.test(called);
      if (parsesForm && !runsInBrowser(node)) elsewhere.push(`${positionOf(node)} ${called}`);
    }
  }
  expect(elsewhere).toEqual([]);
});
