import type { Storage, Values } from "./record-keys.ts";
import { client, table } from "./table.ts";

type Key = { pk: string; sk: string };
type Update = {
  TableName: string;
  Key: Key;
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  ConditionExpression?: string;
};

/** The names of a record's attributes, each standing for itself in a condition. */
type Names<Row> = { [Name in keyof Row]-?: Name & string };
type Comparison = (name: unknown, value: unknown) => string;
type Test = (name: unknown) => string;
export type Operators = {
  eq: Comparison;
  ne: Comparison;
  lt: Comparison;
  lte: Comparison;
  gt: Comparison;
  gte: Comparison;
  exists: Test;
  notExists: Test;
  name: Test;
};

type Counts<Row> = {
  [Name in keyof Row as number extends Row[Name] ? Name : never]?: number | undefined;
};

const SIGNS = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

/** Every name stands for itself: nothing is computed for a condition that names three of forty attributes. */
const SELVES = new Proxy({}, { get: (_, name) => name });

/**
 * One change of one record, in ElectroDB's words. A value that is undefined is left alone; keys of an index follow what they are
 * made of.
 */
export class RecordUpdate<Row> {
  private readonly storage: Storage;
  private readonly key: Key;
  private readonly own: object;
  private readonly given: Record<string, unknown> = {};
  private readonly counts: Record<string, number> = {};
  private readonly removed: string[] = [];
  private readonly conditions: string[] = [];
  private readonly names: Record<string, string> = {};
  private readonly values: Record<string, unknown> = {};
  private valueCount = 0;

  /** `own`: what the key is made of; `mustExist`: whether a record that is not there is made. */
  constructor(of: { storage: Storage; key: Key; own: object; mustExist: boolean }) {
    this.storage = of.storage;
    this.key = of.key;
    this.own = of.own;
    if (of.mustExist) {
      this.conditions.push(`attribute_exists(${this.name("pk")})`);
    } else {
      Object.assign(this.given, keyAttributes(of.storage, of.own), {
        __edb_e__: of.storage.entity,
        __edb_v__: of.storage.version,
      });
    }
  }

  set(values: { [Name in keyof Row]?: Row[Name] | undefined }): this {
    Object.assign(this.given, values);
    return this;
  }

  add(counts: Counts<Row>): this {
    Object.assign(this.counts, counts);
    return this;
  }

  remove(names: readonly (keyof Row & string)[]): this {
    this.removed.push(...names);
    return this;
  }

  where(condition: (row: Names<Row>, op: Operators) => string): this {
    this.conditions.push(condition(SELVES as Names<Row>, this.operators()));
    return this;
  }

  params(): Update {
    const parts = [
      list("SET", this.settings()),
      list("REMOVE", this.removals()),
      list(
        "ADD",
        Object.entries(this.counts).map(
          ([name, count]) => `${this.name(name)} ${this.value(count)}`,
        ),
      ),
    ];
    return {
      TableName: table,
      Key: this.key,
      UpdateExpression: parts.filter((part) => part !== "").join(" "),
      ExpressionAttributeNames: this.names,
      ...(this.valueCount > 0 ? { ExpressionAttributeValues: this.values } : {}),
      ...(this.conditions.length > 0 ? { ConditionExpression: this.conditions.join(" AND ") } : {}),
    };
  }

  commit(): { Update: Update } {
    return { Update: this.params() };
  }

  /** @returns the record before the change where it is asked for */
  async go(options?: {
    response?: "none" | "all_old";
    originalErr?: true;
  }): Promise<{ data: Row }> {
    const wantsOld = options?.response === "all_old";
    const { Attributes } = await client.send("UpdateItem", {
      ...this.params(),
      ...(wantsOld ? { ReturnValues: "ALL_OLD" } : {}),
    });
    return { data: (Attributes ?? {}) as Row };
  }

  private settings(): string[] {
    const { given } = this;
    for (const name of this.storage.sets) {
      if (Array.isArray(given[name])) given[name] = new Set(given[name]);
    }
    this.follow();
    return Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : `${this.name(name)} = ${this.value(value)}`,
    );
  }

  /** Keys of the other indexes. */
  private follow(): void {
    for (const halves of this.storage.others) {
      const composites = halves.flatMap(({ composite }) => composite);
      if (!composites.some((name) => this.given[name] !== undefined && !(name in this.own)))
        continue;
      const values: Values = { ...this.own, ...this.given };
      for (const { field, make } of halves) {
        const key = make(values);
        if (key === undefined) throw new Error(`The key ${field} is not complete`);
        this.given[field] = key;
      }
    }
  }

  private removals(): string[] {
    const fields = this.storage.others.flatMap((halves) =>
      halves.some(({ composite }) => composite.some((name) => this.removed.includes(name)))
        ? halves.map(({ field }) => field)
        : [],
    );
    return [...this.removed, ...fields].map((name) => this.name(name));
  }

  private name(name: string): string {
    const alias = `#${name}`;
    this.names[alias] = name;
    return alias;
  }

  private value(value: unknown): string {
    const alias = `:${this.valueCount++}`;
    this.values[alias] = value;
    return alias;
  }

  private operators(): Operators {
    const named = (name: unknown) => this.name(String(name));
    const compare =
      (sign: string): Comparison =>
      (name, value) =>
        `${named(name)} ${sign} ${this.value(value)}`;
    return {
      eq: compare(SIGNS.eq),
      ne: compare(SIGNS.ne),
      lt: compare(SIGNS.lt),
      lte: compare(SIGNS.lte),
      gt: compare(SIGNS.gt),
      gte: compare(SIGNS.gte),
      exists: (name) => `attribute_exists(${named(name)})`,
      notExists: (name) => `attribute_not_exists(${named(name)})`,
      name: named,
    };
  }
}

/** A caller may pass an object with more fields than the key: only the key's fields are used, and the object is not changed. */
const keyAttributes = ({ own }: Storage, named: object) =>
  Object.fromEntries(
    own.flatMap(({ composite }) => composite).map((name) => [name, (named as Values)[name]]),
  );

const list = (word: string, parts: readonly string[]) =>
  parts.length > 0 ? `${word} ${parts.join(", ")}` : "";
