import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { publishFault } from "@thaw/data/table-faults";
import { expect, test } from "vitest";
import { Disk } from "./disk.ts";
import { isDiskFault } from "./folder-faults.ts";
import { probeRoom } from "./room-probe.ts";

const FULL = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });

function watched() {
  const told: string[] = [];
  const room = { is: false };
  const disk = new Disk({
    folder: "/srv/thaw",
    probe() {
      if (!room.is) throw FULL;
    },
    notify: (text) => told.push(text),
    everyMs: 10,
  });
  return { disk, told, room, [Symbol.dispose]: disk.watch() };
}

test.for([
  ["a file of ours", FULL, true],
  ["a file at a limit of its size", Object.assign(new Error("x"), { code: "EFBIG" }), true],
  ["SQLite here", Object.assign(new Error("database or disk is full"), { errcode: 13 }), true],
  ["SQLite at a limit", Object.assign(new Error("x"), { errcode: 10 | (3 << 8) }), true],
  ["several at once", new AggregateError([new Error("other"), FULL]), true],
  ["below another", new Error("Tick failed", { cause: FULL }), true],
  ["no such file", Object.assign(new Error("x"), { code: "ENOENT" }), false],
  ["a broken condition", new Error("The conditional request failed"), false],
  ["no error at all", undefined, false],
] as const)("a full disk is told from other trouble: %s", ([, error, isFull]) => {
  expect(isDiskFault(error)).toBe(isFull);
});

test("a disk that is full is told once with what to do, and whoever waits goes on by itself when there is room", async () => {
  using it = watched();
  const gone: string[] = [];
  it.disk.report("Queue send cannot be read", FULL);
  it.disk.report("Queue plan cannot be read", FULL);
  void it.disk.room(new AbortController().signal).then(() => gone.push("room"));
  expect(it.told).toHaveLength(1);
  expect(it.told[0]).toMatch(
    /cannot write to \/srv\/thaw \(no space left.*Make room.*goes on by itself/,
  );
  await sleep(100);
  expect([it.disk.isFull(), gone]).toEqual([true, []]);
  it.room.is = true;
  await expect.poll(() => [it.disk.isFull(), gone]).toEqual([false, ["room"]]);
  expect(it.told[1]).toMatch(/There is room again/);
});

test("room that comes and goes is not told every few seconds", async () => {
  using it = watched();
  it.room.is = true;
  for (let time = 0; time < 20; time++) {
    it.disk.note(FULL);
    await it.disk.room(new AbortController().signal);
  }
  expect(it.told).toHaveLength(2);
});

test("it hears what the table answers and what the stores in this process throw", async () => {
  using it = watched();
  publishFault({ name: "InternalServerError", message: "something else" });
  expect(it.disk.isFull()).toBe(false);
  publishFault({ name: "InternalServerError", message: "commit failed (backend: disk I/O error)" });
  expect(it.disk.isFull()).toBe(true);
});

test("whoever stops does not wait for room", async () => {
  using it = watched();
  it.disk.note(FULL);
  const stopping = new AbortController();
  const waiting = it.disk.room(stopping.signal);
  stopping.abort();
  await waiting;
  expect(it.disk.isFull()).toBe(true);
});

test("the probe leaves nothing behind, and works beside the program whose database it is", () => {
  const dir = mkdtempSync(join(tmpdir(), "thaw-probe-"));
  const file = join(dir, "a.sqlite");
  const owner = new DatabaseSync(file);
  owner.exec("PRAGMA journal_mode = WAL; CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
  probeRoom([file, join(dir, "not-there.sqlite")]);
  probeRoom([file]);
  expect(owner.prepare("SELECT count(*) AS n FROM thaw_room").get()).toEqual({ n: 0 });
  expect(owner.prepare("SELECT x FROM mine").all()).toEqual([{ x: 1 }]);
  owner.close();
  rmSync(dir, { recursive: true });
});
