import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StreamPlaces } from "./stream-places.ts";

function folder(): Disposable & { file: string } {
  const path = mkdtempSync(join(tmpdir(), "thaw-places-"));
  return {
    file: join(path, "stream.json"),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Handled up to these numbers, after each of which the table was at the second one. */
function readTo(file: string, places: [sequence: number, tableAt: number][]): void {
  let tableAt = 0;
  const reader = new StreamPlaces({ file, streamArn: "arn", lastSequence: () => tableAt });
  for (const [sequence, at] of places) {
    tableAt = at;
    reader.save("shard", String(sequence));
  }
}

const placeIn = (file: string, last: number, streamArn = "arn") =>
  new StreamPlaces({ file, streamArn, lastSequence: () => last }).of("shard");

test("a restart goes on from the last place", () => {
  using at = folder();
  readTo(at.file, [
    [10, 12],
    [20, 25],
  ]);
  expect(placeIn(at.file, 25)).toBe("20");
  expect(placeIn(at.file, 100)).toBe("20");
  expect(new StreamPlaces({ file: at.file, streamArn: "arn" }).of("shard")).toBe("20");
});

test("of a table that has lost its last writes it goes back to where the outcome of the work is known", () => {
  using at = folder();
  readTo(at.file, [
    [10, 12],
    [20, 25],
    [30, 31],
  ]);
  // Change 20 is there, but not what came of it.
  expect(placeIn(at.file, 24)).toBe("10");
  // It has lost more than the file goes back: the oldest place, or its own end.
  expect(placeIn(at.file, 11)).toBe("10");
  expect(placeIn(at.file, 5)).toBe("5");
});

test("the file of the first release holds one place, and is read on", () => {
  using at = folder();
  writeFileSync(at.file, JSON.stringify({ streamArn: "arn", positions: { shard: "7" } }));
  expect(placeIn(at.file, 9)).toBe("7");
  expect(placeIn(at.file, 6)).toBe("6");
});

test("a new table, a file of another form and one without content begin at the beginning", () => {
  using at = folder();
  readTo(at.file, [[10, 12]]);
  expect(placeIn(at.file, 12, "another")).toBeUndefined();
  for (const content of ["", "{}", "null"]) {
    writeFileSync(at.file, content);
    expect(placeIn(at.file, 12)).toBeUndefined();
  }
});
