import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

/** Every object has these: they cannot be told from fields. */
const RESERVED: ReadonlySet<string> = new Set(["constructor", "prototype", "__proto__"]);
const IS_RESERVED = issueText("customNameReserved");

export const isReservedName = (name: string): boolean => RESERVED.has(name);

/** What a custom field of a lead may be called. */
export const CustomName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9_]{1,64}$/, issueText("customName")),
  v.check((name) => !isReservedName(name), IS_RESERVED),
);

/** Values by custom name. A record of valibot alone leaves reserved names out without a word: here they are refused. */
export function byCustomName<Value extends v.GenericSchema<string, string>>(value: Value) {
  const named = v.record(CustomName, value);
  const run: (typeof named)["~run"] = (dataset, config) => {
    const given: unknown = dataset.value;
    const read = named["~run"](dataset, config);
    for (const key of RESERVED) {
      if (typeof given !== "object" || given === null || !Object.hasOwn(given, key)) continue;
      const pathItem = {
        type: "object",
        origin: "key",
        input: { ...given },
        key,
        value: key,
      } as const;
      v._addIssue(named, "key", read, config, { path: [pathItem], message: IS_RESERVED });
    }
    return read;
  };
  return { ...named, "~run": run };
}
