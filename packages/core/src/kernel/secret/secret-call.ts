import { callFunction, FunctionBusy } from "@thaw/data/function";
import type { Text } from "@thaw/text/say";
import type { Actor, Permission } from "../../actor.ts";
import { config } from "../../config.ts";
import { AppError, type ErrorCode, type FieldErrors } from "../../error.ts";
import { withOpenSecrets } from "./secret-right.ts";

/** Operations that open a secret while someone waits: who may only seal has them run by the function that may open. */
export const SECRET_OPERATIONS = [
  "addLinkedInAccount",
  "checkLinkedInAccount",
  "reconnectLinkedInAccount",
  "reconnectMailbox",
  "removeLinkedInAccount",
  "sendTestMail",
  "writeWithAi",
] as const;
export type SecretOperation = (typeof SECRET_OPERATIONS)[number];

/** What goes to the function, as JSON. */
export type SecretCall = {
  operation: SecretOperation;
  actor: Omit<Actor, "permissions"> & { permissions: readonly Permission[] };
  input: unknown;
};

/** What it gives back: never a secret, since no operation gives one. */
export type SecretAnswer =
  | { output: unknown }
  | { refused: { code: ErrorCode; text: Text; fields?: FieldErrors | undefined } };

/** As long as a page waits at most, and the function may run. */
const WITHIN_MS = 60_000;

/**
 * Runs an operation with the right to open secrets: in the function that has it, or right here on one machine.
 *
 * @param raw the operation's input as it came in
 * @throws AppError as the operation does, and unavailable when too many are under way
 */
export async function callWithSecrets<Output>(
  operation: SecretOperation,
  { actor, raw }: { actor: Actor; raw: unknown },
  run: () => Promise<Output>,
): Promise<Output> {
  const name = config.secretFunction();
  if (name === undefined) return withOpenSecrets(run);
  const call: SecretCall = {
    operation,
    actor: { ...actor, permissions: [...actor.permissions] },
    input: raw,
  };
  const answer = (await callFunction(name, call, WITHIN_MS).catch((error: unknown) => {
    if (error instanceof FunctionBusy) throw new AppError("unavailable", "request.busy");
    throw error;
  })) as SecretAnswer;
  if ("output" in answer) return answer.output as Output;
  const { code, text, fields } = answer.refused;
  throw AppError.of(code, text, fields);
}
