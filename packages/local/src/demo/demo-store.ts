import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type KeptMail = { folder: string; at: number; raw: Buffer };
export type DueAct = { id: number; act: unknown };
export type KeptBox = { address: string; password: string; port: number };

/** What the demo world remembers over a restart: its clock, its mailboxes with their mail, and what its people will do. */
export type DemoStore = ReturnType<typeof openDemoStore>;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS box (address TEXT PRIMARY KEY, password TEXT NOT NULL, port INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS mail (id INTEGER PRIMARY KEY, address TEXT NOT NULL, folder TEXT NOT NULL,
    at INTEGER NOT NULL, raw BLOB NOT NULL);
  CREATE INDEX IF NOT EXISTS mail_of ON mail (address);
  CREATE TABLE IF NOT EXISTS act (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, act TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS act_at ON act (at);
`;

/** Opens the demo world's memory in the data folder `dir`. Instants are epoch milliseconds of the product's clock. */
export function openDemoStore(dir: string) {
  const database = new DatabaseSync(join(dir, "demo.sqlite"));
  database.exec(SCHEMA);
  const readFact = database.prepare("SELECT value FROM fact WHERE name = ?");
  const writeFact = database.prepare("INSERT OR REPLACE INTO fact VALUES (?, ?)");
  const addBox = database.prepare("INSERT INTO box VALUES (?, ?, ?)");
  const addMail = database.prepare(
    "INSERT INTO mail (address, folder, at, raw) VALUES (?, ?, ?, ?)",
  );
  const mailsOf = database.prepare(
    "SELECT folder, at, raw FROM mail WHERE address = ? ORDER BY id",
  );
  const addAct = database.prepare("INSERT INTO act (at, act) VALUES (?, ?)");
  const dueActs = database.prepare("SELECT id, act FROM act WHERE at <= ? ORDER BY at LIMIT ?");
  const dropAct = database.prepare("DELETE FROM act WHERE id = ?");
  return {
    fact<Value>(name: string): Value | undefined {
      const value = readFact.get(name)?.value;
      return value === undefined ? undefined : (JSON.parse(String(value)) as Value);
    },
    setFact(name: string, value: unknown): void {
      writeFact.run(name, JSON.stringify(value));
    },
    boxes(): KeptBox[] {
      return database.prepare("SELECT address, password, port FROM box").all() as KeptBox[];
    },
    addBox({ address, password, port }: KeptBox): void {
      addBox.run(address, password, port);
    },
    mails(address: string): KeptMail[] {
      return mailsOf.all(address).map(({ folder, at, raw }) => ({
        folder: String(folder),
        at: Number(at),
        raw: Buffer.from(raw as Uint8Array),
      }));
    },
    addMail(address: string, { folder, at, raw }: KeptMail): void {
      addMail.run(address, folder, at, raw);
    },
    addActs(acts: readonly { at: number; act: unknown }[]): void {
      for (const { at, act } of acts) addAct.run(at, JSON.stringify(act));
    },
    dueActs(until: number, limit: number): DueAct[] {
      return dueActs
        .all(until, limit)
        .map(({ id, act }) => ({ id: Number(id), act: JSON.parse(String(act)) as unknown }));
    },
    dropAct(id: number): void {
      dropAct.run(id);
    },
    close: () => database.close(),
  };
}
