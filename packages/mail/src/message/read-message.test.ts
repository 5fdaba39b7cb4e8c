import { expect, test } from "vitest";
import { readMessage } from "./read-message.ts";
import { stripReply } from "./strip-reply.ts";

const TOP =
  "From: Ana <Ana@A.example>\r\nTo: b@b.example\r\nSubject: Hi\r\nMessage-ID: <1@a.example>\r\n";
const MB = 1024 * 1024;

function read(...lines: string[]) {
  return readMessage(Buffer.from(lines.join("\r\n")));
}

function multipart(type: string, boundary: string, parts: string[]): string {
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

test("header fields are decoded, unfolded and distinguished", async () => {
  const message = await read(
    "From: =?utf-8?q?J=C3=BCrgen?= <J@A.example>",
    'To: "Bob, Jr" <b@b.example>, Team: c@c.example, d@d.example;',
    "Cc: e@e.example",
    "Subject: =?utf-8?b?R3LDvMOfZQ==?=",
    " and more",
    "In-Reply-To: <0@a.example> (note)",
    "References: <r1@a.example>",
    "\t<0@a.example>",
    "Date: Tue, 4 Mar 2025 05:06:07 +0100 (CET)",
    "X-Mailer: first",
    "X-Mailer: second",
    "__proto__: x",
    "",
    "Body",
  );
  expect(message).toMatchObject({
    from: { name: "Jürgen", address: "j@a.example" },
    to: [
      { name: "Bob, Jr", address: "b@b.example" },
      { name: "", address: "c@c.example" },
      { name: "", address: "d@d.example" },
    ],
    cc: [{ name: "", address: "e@e.example" }],
    subject: "Grüße and more",
    inReplyTo: "<0@a.example>",
    references: ["<r1@a.example>", "<0@a.example>"],
    date: "2025-03-04T04:06:07.000Z",
    text: "Body",
  });
  expect(message.headers.get("x-mailer")).toBe("first");
  expect(message.headers.get("__proto__")).toBe("x");
  expect(message.messageId).toBeUndefined();
  expect(message.tooLarge).toBeUndefined();
});

test("character sets and transfer encodings are undone", async () => {
  const latin = await read(
    `${TOP}Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable`,
    "",
    "caf=E9 =",
    "au lait",
  );
  expect(latin.text).toBe("café au lait");
  const cyrillic = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]).toString("base64");
  const koi8 = await read(
    `${TOP}Content-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64`,
    "",
    cyrillic,
  );
  expect(koi8.text).toBe("Привет");
});

test("an alternative is read once in each form, a text beside it is kept in both", async () => {
  const message = await read(
    TOP +
      multipart("mixed", "m", [
        multipart("alternative", "a", [
          "Content-Type: text/plain\r\n\r\nplain",
          "Content-Type: text/html\r\n\r\n<p>rich</p>",
        ]),
        "Content-Type: text/plain\r\n\r\nfooter & <end>",
      ]),
  );
  expect(message.text).toBe("plain\nfooter & <end>");
  expect(message.html).toContain("<p>rich</p>");
  expect(message.html).toContain("footer &amp; &lt;end&gt;");
  expect(message.html).not.toContain("plain");
});

test("HTML alone gives its text", async () => {
  const message = await read(`${TOP}Content-Type: text/html`, "", "<h1>Hi</h1><p>there</p>");
  expect(message.text).toBe("Hi\n\nthere");
});

test("attachments are measured and named, and are no part of the text", async () => {
  const content = Buffer.from("x".repeat(1000));
  const encoded = content.toString("base64").replace(/(.{76})/g, "$1\r\n");
  const message = await read(
    TOP +
      multipart("mixed", "m", [
        "Content-Type: text/plain\r\n\r\nsee file",
        `Content-Type: application/pdf; name*=utf-8''%C3%A9t%C3%A9.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}`,
        'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="../../etc/passwd"\r\n\r\nsecret',
        "Content-Type: message/rfc822\r\n\r\nMessage-ID: <inner@x.example>\r\nSubject: inner\r\n\r\ninner text",
      ]),
  );
  expect(message.text).toBe("see file");
  expect(message.attachments).toEqual([
    { fileName: "été.pdf", contentType: "application/pdf", sizeBytes: 1000 },
    { fileName: ".._.._etc_passwd", contentType: "text/plain", sizeBytes: 6 },
    { fileName: "message.eml", contentType: "message/rfc822", sizeBytes: 59 },
  ]);
  expect(message.originalHeaders?.get("message-id")).toBe("<inner@x.example>");
});

test("a multipart whose boundary was lost on the way is still read", async () => {
  const whole = TOP + multipart("mixed", "lost", ["Content-Type: text/plain\r\n\r\nstill here"]);
  const broken = await read(whole.replace(/; boundary="lost"/, ""));
  expect(broken.text).toBe("still here");
});

const HOSTILE: [name: string, raw: () => Buffer][] = [
  [
    "31 MB of text",
    () => Buffer.concat([Buffer.from(`${TOP}\r\n`), Buffer.alloc(31 * MB, "a b\n")]),
  ],
  [
    "29 MB of empty lines",
    () => Buffer.concat([Buffer.from(`${TOP}\r\n`), Buffer.alloc(29 * MB, "\n")]),
  ],
  ["100,000 headers", () => Buffer.from(`${TOP}${"X-A: b\r\n".repeat(100_000)}\r\nbody`)],
  ["10,000 tiny headers", () => Buffer.from(`${TOP}${"X:\r\n".repeat(10_000)}\r\nbody`)],
  ["a header of 20 MB", () => Buffer.from(`${TOP}X-A: ${"a".repeat(20 * MB)}\r\n\r\nbody`)],
  [
    "100,000 parts",
    () =>
      Buffer.from(TOP + multipart("mixed", "q", Array(100_000).fill("Content-Type: a/b\r\n\r\nx"))),
  ],
  ["multiparts nested 1,000 deep", () => Buffer.from(TOP + nested(1000))],
  [
    "ten million lines that might be boundaries",
    () =>
      Buffer.concat([
        Buffer.from(`${TOP}Content-Type: multipart/mixed; boundary=q\r\n\r\n`),
        Buffer.alloc(29 * MB, "--\n"),
      ]),
  ],
];

function nested(depth: number): string {
  const opened = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  return `${opened.join("")}Content-Type: text/plain\r\n\r\ndeep\r\n`;
}

test.each(HOSTILE)(
  "%s is survived, keeps its headers and reads as too large",
  async (_name, raw) => {
    const message = await readMessage(raw());
    expect(message).toMatchObject({ tooLarge: true, subject: "Hi", messageId: "<1@a.example>" });
    expect(message.from?.address).toBe("ana@a.example");
    expect(message.attachments.length).toBeLessThanOrEqual(1000);
  },
);

test.each([["31 MB of text"], ["ten million lines that might be boundaries"]])(
  "of %s nothing but the headers is read",
  async (name) => {
    const raw = HOSTILE.find(([known]) => known === name)?.[1]() ?? Buffer.alloc(0);
    expect(await readMessage(raw)).toMatchObject({ subject: "Hi", text: "", attachments: [] });
  },
);

test("a packed bomb of 28 MB is measured and never unpacked or decoded", async () => {
  const head = `${TOP}Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: application/zip; name=42.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
  const lines = 360_000;
  const raw = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(78 * lines, `${"QUJD".repeat(19)}\r\n`),
    Buffer.from("--q--\r\n"),
  ]);
  const before = process.memoryUsage().arrayBuffers;
  const message = await readMessage(raw);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MB);
  expect(message.attachments).toEqual([
    { fileName: "42.zip", contentType: "application/zip", sizeBytes: 57 * lines },
  ]);
});

test.each([
  ["nothing", ""],
  ["only line breaks", "\r\n\r\n\n\n"],
  ["zeroes", "\0".repeat(999)],
  ["no header", "hello"],
])("%s is a message without content", async (_name, raw) => {
  const message = await readMessage(Buffer.from(raw));
  expect(message.attachments).toEqual([]);
  expect(message.messageId).toBeUndefined();
});

const FLOWED: [what: string, parameters: string, body: string, text: string][] = [
  ["a paragraph", "", "one \ntwo \nthree\n\nfour", "one two three\n\nfour"],
  ["a paragraph whose blanks are not its own", "; delsp=yes", "some \nthing", "something"],
  ["an answer right below a quotation", "", "> Shall we? \nYes.", "> Shall we?\nYes."],
  ["quotations of two depths", "", ">> one \n>> two \n> three \nMine", ">> one two\n> three\nMine"],
  ["stuffed lines", "", " From here\n >not quoted", "From here\n>not quoted"],
  ["a signature", "", "Hi \n-- \nBob", "Hi \n-- \nBob"],
];

test.each(FLOWED)(
  "format=flowed of %s is undone (RFC 3676)",
  async (_what, parameters, body, text) => {
    const header = `From: bob@lead.example\nContent-Type: text/plain; format=flowed${parameters}`;
    const raw = Buffer.from(`${header}\n\n${body}`.replaceAll("\n", "\r\n"));
    const message = await readMessage(raw);
    expect(message.text.split("\n").map((line) => line.trimEnd())).toEqual(
      text.split("\n").map((line) => line.trimEnd()),
    );
  },
);

test("an answer right below a flowed quotation is the reply", async () => {
  const header = "From: bob@lead.example\r\nContent-Type: text/plain; charset=utf-8; format=flowed";
  const message = await readMessage(Buffer.from(`${header}\r\n\r\n> Hi \r\nHello`));
  expect(stripReply({ text: message.text })).toBe("Hello");
});
