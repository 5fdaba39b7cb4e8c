import { say, textOfLine } from "@thaw/text/say";
import * as v from "valibot";
import type { Actor } from "./actor.ts";
import { fromCursor } from "./cursor.ts";
import { AppError, type FieldErrors } from "./error.ts";
import { messageOf } from "./issue-message.ts";
import { requirePermission } from "./kernel/access/require-permission.ts";
import type { Requirement } from "./kernel/access/requirement.ts";
import { requireVisible } from "./kernel/access/visibility.ts";
import { callWithSecrets, type SecretOperation } from "./kernel/secret/secret-call.ts";
import { mayOpenSecrets } from "./kernel/secret/secret-right.ts";

/** One thing the product can do: who may do it, what it takes, what it gives, what it does. */
export function operation<
  Input extends v.GenericSchema,
  Output extends v.GenericSchema,
>(definition: {
  permission: Requirement;
  /** Anyone who may do it still may once the plan has ended. */
  isOpenWithoutPlan?: true;
  /** Needs a person by its permission, and yet a program may call it with an API key. */
  isOpenToKeys?: true;
  /** It opens a secret: the function of that name runs it for callers that may only seal. */
  opensSecrets?: SecretOperation;
  input: Input;
  output: Output;
  run: (actor: Actor, input: v.InferOutput<Input>) => Promise<v.InferOutput<Output>>;
}) {
  const { permission, isOpenWithoutPlan, isOpenToKeys = false, input, output, run } = definition;
  const { opensSecrets } = definition;
  const call = async (actor: Actor, raw: v.InferInput<Input>): Promise<v.InferOutput<Output>> => {
    requirePermission(actor, permission, { isOpenWithoutPlan });
    const parsed = parse(input, raw);
    await requireVisible(actor, parsed);
    const work = () => {
      const here = () => run(actor, parsed);
      return opensSecrets === undefined || mayOpenSecrets()
        ? here()
        : callWithSecrets(opensSecrets, { actor, raw }, here);
    };
    return hasCursor(parsed) ? fromCursor(work) : work();
  };
  return Object.assign(call, { permission, isOpenToKeys, opensSecrets, input, output });
}

/** What adapters need of an operation, whatever it does. */
export type Operation = {
  // Adapters hand over what came in from outside; the operation parses it.
  // oxlint-disable-next-line typescript/no-explicit-any
  (actor: Actor, raw: any): Promise<unknown>;
  permission: Requirement;
  /** False unless said: adapters that change an operation's input for a screen leave it out. */
  isOpenToKeys?: boolean;
  opensSecrets?: SecretOperation | undefined;
  input: v.GenericSchema;
  output: v.GenericSchema;
};

const hasCursor = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "cursor" in input && Boolean(input.cursor);

/** A long list that is wrong all over need not be told entry by entry. */
const MOST_FIELDS = 50;

/** @throws AppError invalid, with the messages by field */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  raw: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, raw, { message: messageOf });
  if (parsed.success) return parsed.output;
  const { nested = {}, root } = v.flatten(parsed.issues);
  const fields: FieldErrors = {};
  const wrong = Object.entries<string[] | undefined>(nested).slice(0, MOST_FIELDS);
  for (const [name, lines = []] of wrong) {
    fields[name] = [...new Set(lines)].map(textOfLine);
  }
  const [line] = root ?? [];
  throw AppError.of(
    "invalid",
    line === undefined ? say("request.fieldsWrong") : textOfLine(line),
    Object.keys(fields).length > 0 ? fields : undefined,
  );
}
