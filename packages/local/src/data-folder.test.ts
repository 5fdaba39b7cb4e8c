import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "./data-folder.ts";
import { unusableFolder } from "./folder-faults.ts";

function temporary(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "thaw-folder-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("secrets are made once, for this user alone", () => {
  using at = temporary();
  const first = openDataFolder(at.path);
  first.release();
  const second = openDataFolder(at.path);
  second.release();
  expect(second.secrets).toEqual(first.secrets);
  const { sessionKeys, linkKeys, s3SecretKey } = first.secrets;
  expect(new Set([sessionKeys, linkKeys, s3SecretKey]).size).toBe(3);
  const key = readFileSync(first.encryptionKeyFile, "utf8");
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  for (const file of ["secrets.json", "encryption.key"]) {
    expect(statSync(join(at.path, file)).mode & 0o777).toBe(0o600);
  }
});

test("a folder that was there before is closed to everyone else", () => {
  using at = temporary();
  chmodSync(at.path, 0o755);
  openDataFolder(at.path).release();
  expect(statSync(at.path).mode & 0o777).toBe(0o700);
});

test("a second product on the same folder is refused until the first has ended", () => {
  using at = temporary();
  const first = openDataFolder(at.path);
  expect(() => openDataFolder(at.path)).toThrow(/Another Thaw/);
  first.release();
  openDataFolder(at.path).release();
});

test("whoever starts it twice is told where the first one is reached", () => {
  using at = temporary();
  const first = openDataFolder(at.path);
  first.publishAddress("http://127.0.0.1:3000");
  expect(() => openDataFolder(at.path)).toThrow(
    `Another Thaw is running at http://127.0.0.1:3000 (process ${process.pid}) with the data in ${at.path}.`,
  );
  first.release();
  expect(existsSync(join(at.path, "running.json"))).toBe(false);
});

test("what a killed product said of itself is not believed", () => {
  using at = temporary();
  writeFileSync(join(at.path, "running.json"), '{"pid":1,"url":"http://127.0.0.1:9"}');
  const first = openDataFolder(at.path);
  expect(() => openDataFolder(at.path)).toThrow(/Another Thaw is running with the data in/);
  first.release();
});

test("a path that is no folder is refused, and another is asked for", () => {
  using at = temporary();
  const file = join(at.path, "file");
  writeFileSync(file, "");
  for (const path of [file, join(file, "below")]) {
    expect(() => openDataFolder(path)).toThrow(/is a file and no folder.*--data DIR or THAW_DATA/);
  }
});

test("a folder in which this user may not write is refused, and the command is named that mends it", () => {
  using at = temporary();
  const inside = join(at.path, "closed");
  mkdirSync(inside);
  chmodSync(at.path, 0o555);
  const said = /may not write in the data folder .*sudo chown -R/;
  const isRoot = process.getuid?.() === 0;
  using _nobody = asNobody();
  expect(() => openDataFolder(join(at.path, "new"))).toThrow(said);
  // Somebody else's.
  if (isRoot) expect(() => openDataFolder(inside)).toThrow(said);
});

test.for(["EROFS", "ENOSPC", "EDQUOT", "EFBIG"])("%s is told with what to do", (code) => {
  const fault = unusableFolder("/srv/thaw", Object.assign(new Error("no"), { code }), "");
  expect(fault.message).toMatch(code === "EROFS" ? /can only be read\. Mount/ : /full.*Make room/);
  expect(fault.message).toContain("/srv/thaw");
});

/** The superuser may write anywhere: as anybody else for a while. */
function asNobody(): Disposable {
  const { getuid, seteuid } = process;
  const isRoot = getuid?.() === 0;
  if (isRoot) seteuid?.(65_534);
  return { [Symbol.dispose]: () => void (isRoot && seteuid?.(0)) };
}
