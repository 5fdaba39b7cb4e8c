import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { encode } from "iconv-lite";
import { expect, test } from "vitest";
import { MAX_ROW_BYTES, MAX_SCAN_BYTES } from "./csv-block.ts";
import { readHead, SAMPLE_BYTES } from "./csv-header.ts";
import { readCsv } from "./read-csv.ts";

async function* piecesOf(file: Buffer, size: number) {
  for (let start = 0; start < file.length; start += size) yield file.subarray(start, start + size);
}

async function readAll(file: Buffer, pieceBytes = 65_536) {
  const sample = file.subarray(0, SAMPLE_BYTES);
  const head = readHead(sample, sample.length === file.length);
  const rows = [];
  const source = piecesOf(file.subarray(head.data.offset), pieceBytes);
  for await (const batch of readCsv(source, head.data)) rows.push(...batch);
  return { ...head, all: rows, cells: rows.map((row) => row.cells) };
}

const people = (delimiter: string) =>
  [
    ["email", "first_name", "company"],
    ["jürgen@müller.example", "Jürgen", "Müller"],
    ["zoë@example.com", "Zoë", "Café"],
  ]
    .map((row) => row.join(delimiter))
    .join("\r\n");

const DATA = [
  ["jürgen@müller.example", "Jürgen", "Müller"],
  ["zoë@example.com", "Zoë", "Café"],
];

test.for([",", ";", "\t"])("a file separated by %j is read [LEAD-12]", async (delimiter) => {
  const { dialect, columns, cells } = await readAll(Buffer.from(people(delimiter)));
  expect(dialect.delimiter).toBe(delimiter);
  expect(columns.map(({ name }) => name)).toEqual(["email", "first_name", "company"]);
  expect(cells).toEqual(DATA);
});

test.for([
  ["utf-8", Buffer.from(people(","))],
  ["utf-8", Buffer.from(`\ufeff${people(",")}`)],
  ["windows-1252", encode(people(","), "win1252")],
  ["utf-16le", encode(people(","), "utf-16le", { addBOM: true })],
  ["utf-16be", encode(people(","), "utf-16be", { addBOM: true })],
] as const)(
  "a file in %s is read whatever pieces it comes in [LEAD-12]",
  async ([encoding, file]) => {
    for (const size of [1, 7, 65_536]) {
      const { dialect, columns, cells } = await readAll(file, size);
      expect(dialect.encoding).toBe(encoding);
      expect(columns[0]?.name).toBe("email");
      expect(cells).toEqual(DATA);
    }
  },
);

test("Windows-1252 further down than the sample is read as such, also the signs that Latin 1 lacks", async () => {
  const ascii = "email,name\n" + "a@example.com,plain\n".repeat(20_000);
  const { cells } = await readAll(
    Buffer.concat([Buffer.from(ascii), encode("b@example.com,5 € – “Zoë”\n", "win1252")]),
  );
  expect(cells.at(-1)).toEqual(["b@example.com", "5 € – “Zoë”"]);
});

test("line breaks, delimiters and doubled quotes within quotes belong to the cell [LEAD-12]", async () => {
  const { cells } = await readAll(
    Buffer.from('email,"note, long\nheading"\na@b.c,"line 1\r\nline 2, ""quoted"""\nd@e.f,x\n'),
  );
  expect(cells).toEqual([
    ["a@b.c", 'line 1\r\nline 2, "quoted"'],
    ["d@e.f", "x"],
  ]);
});

test("line ends may be mixed and those of old Macs are read", async () => {
  expect((await readAll(Buffer.from("email,n\r\na@b,1\nc@d,2\r\n"))).cells).toHaveLength(2);
  expect((await readAll(Buffer.from("email,n\ra@b,1\rc@d,2"))).cells).toEqual([
    ["a@b", "1"],
    ["c@d", "2"],
  ]);
});

test("a row with broken quotes is reported by its number and costs no other row", async () => {
  const file = [
    "email,name,company",
    'one@example.com,"One",A',
    'two@example.com,"Two" B',
    'three@example.com,"Three,C',
    'four@example.com,"Four",D',
    "",
    'five@example.com,5" pipes,E',
    "six@example.com,Six,F,surplus",
    'seven@example.com,"Seven,G',
  ].join("\n");
  const { all } = await readAll(Buffer.from(file));
  expect(all.map(({ row, cells, problem }) => [row, problem ?? cells])).toEqual([
    [2, ["one@example.com", "One", "A"]],
    [3, "broken_quotes"],
    [4, "broken_quotes"],
    [5, ["four@example.com", "Four", "D"]],
    [7, ["five@example.com", '5" pipes', "E"]],
    [8, "too_many_cells"],
    [9, "broken_quotes"],
  ]);
});

test("a quote that is never closed costs its row alone, even when no other quote follows for megabytes", async () => {
  const good = "b@example.com,Name,Company\n".repeat(100_000);
  const { all } = await readAll(Buffer.from(`email,name,company\na@example.com,"open,X\n${good}`));
  expect(all[0]).toMatchObject({ row: 2, problem: "broken_quotes" });
  expect(all).toHaveLength(100_001);
  expect(all.at(-1)).toMatchObject({ row: 100_002, cells: ["b@example.com", "Name", "Company"] });
});

test("an open quote that a later row happens to close swallows no rows", async () => {
  const file = 'email,name,company\na@b.c,"Ada,X\nd@e.f,Dora,"Y"\ng@h.i,Gus,5" Z\nj@k.l,Jo,W"\n';
  const { all } = await readAll(Buffer.from(file));
  expect(all.map(({ row, cells, problem }) => [row, problem ?? cells.join("|")])).toEqual([
    [2, "broken_quotes"],
    [3, "d@e.f|Dora|Y"],
    [4, 'g@h.i|Gus|5" Z'],
    [5, 'j@k.l|Jo|W"'],
  ]);
  const closed = 'email,name,company\na@b.c,"Ada,X\nd@e.f,Dora,Y"\ng@h.i,Gus,Z\n';
  expect((await readAll(Buffer.from(closed))).all).toMatchObject([
    { row: 2, problem: "broken_quotes" },
    { row: 3, cells: ["d@e.f", "Dora", 'Y"'] },
    { row: 4, cells: ["g@h.i", "Gus", "Z"] },
  ]);
});

test("a line without an end is not kept in memory", async () => {
  const { data } = readHead(Buffer.from("email\n"), true);
  const piece = Buffer.alloc(1_048_576, "x");
  // What nobody holds any more counts only once it is collected, and when that is nobody can say.
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc") as () => void;
  const inUse = () => {
    // The memory of buffers is given back beside the first collection, and has been when the second begins.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = inUse();
  let held = 0;
  async function* endless() {
    for (let i = 0; i < 100; i++) {
      if (i % 10 === 0) held = Math.max(held, inUse() - before);
      yield piece;
    }
    yield Buffer.from("\na@b.c\n");
  }
  const all = [];
  for await (const rows of readCsv(endless(), data)) all.push(...rows);
  expect(all).toMatchObject([
    { row: 2, problem: "too_long" },
    { row: 3, cells: ["a@b.c"] },
  ]);
  // Of a hundred pieces.
  expect(held).toBeLessThan(50 * piece.length);
});

test("a cell of a megabyte and a line longer than memory are reported, and reading goes on", async () => {
  const file = Buffer.concat([
    Buffer.from("email,note\na@example.com,ok\n"),
    Buffer.from(`b@example.com,${"x".repeat(1_000_000)}\n`),
    Buffer.from(`c@example.com,"${"y\n".repeat(MAX_ROW_BYTES)}"\n`),
    Buffer.from(`d@example.com,${"z".repeat(MAX_SCAN_BYTES * 3)}\n`),
    Buffer.from("e@example.com,ok\n"),
  ]);
  const { all } = await readAll(file);
  expect(all.map(({ row, problem }) => [row, problem])).toEqual([
    [2, undefined],
    [3, "too_long"],
    [4, "too_long"],
    [5, "too_long"],
    [6, undefined],
  ]);
  expect(all.at(-1)?.end).toBe(file.length);
});

test.for(["utf-8", "utf-16le", "win1252"] as const)(
  "reading in %s can go on from the end of any row",
  async (encoding) => {
    const text = `email,name\r\n${Array.from({ length: 50 }, (_, i) => `p${i}@example.com,"Zoë\n${i}"\r\n`).join("")}`;
    const file = encode(text, encoding, { addBOM: encoding !== "win1252" });
    const { all, data } = await readAll(file);
    expect(all).toHaveLength(50);
    for (const [index, { row, end }] of all.entries()) {
      const rest = [];
      const source = piecesOf(file.subarray(end), 11);
      for await (const rows of readCsv(source, { ...data, offset: end, row })) rest.push(...rows);
      expect(rest).toEqual(all.slice(index + 1));
    }
  },
);

test.for([
  ["", "This file is empty"],
  ["\ufeff  \r\n\r\n", "This file is empty"],
  ["ada@example.com,Ada\nbob@example.com,Bob\n", "instead of column names"],
  ['email,"name\na@b.c,Ada\n', "broken quotes"],
  ["PK\x03\x04aaaaaaaaaaaa", "workbook"],
  ["%PDF-1.7", "PDF"],
  [Array.from({ length: 500 }, (_, i) => String.fromCharCode(i % 32)).join(""), "not a text file"],
] as const)(
  "a file that cannot be imported is refused with the reason: %j",
  async ([file, reason]) => {
    await expect(readAll(Buffer.from(file))).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(reason),
    });
  },
);

test("repeated and missing column names are replaced, and it says so", async () => {
  const { columns } = await readAll(Buffer.from("email,Name,,name,Name\na@b.c,1,2,3,4\n"));
  expect(columns.map(({ name, renamed }) => [name, renamed])).toEqual([
    ["email", false],
    ["Name", false],
    ["Column 3", true],
    ["name (2)", true],
    ["Name (3)", true],
  ]);
});
