import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { type Actor, localeOfActor } from "@thaw/core/actor";
import { AppError, type ErrorCode } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import type { Operation } from "@thaw/core/operation";
import { renderError } from "@thaw/text/render";
import { type Form, parseForm, readForm } from "./read-form.server.ts";
import { requireActor } from "./session.server.ts";

/** Failures that a person can mend in the form; the others go to the error page. */
const SHOWN_IN_FORM: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid",
  "plan_limit",
  "conflict",
  "too_large",
  "invalid_transition",
  "rate_limited",
  "unavailable",
]);

/** Whatever names a field of the form is said there. */
const isShownInForm = ({ code, fields }: AppError) =>
  SHOWN_IN_FORM.has(code) || fields !== undefined;

const SECRET = /password|secret/i;

type Operations = Record<string, Operation>;
type Done<O extends Operations> = {
  [Intent in keyof O & string]: {
    ok: true;
    intent: Intent;
    data: Awaited<ReturnType<O[Intent]>>;
    result: SubmissionResult;
  };
}[keyof O & string];

/** What a screen's action gives back: `result` is for Conform, `data` is what the operation returned. */
export type Submitted<O extends Operations> =
  | Done<O>
  | { ok: false; intent: string; message: string; result: SubmissionResult };

type Options = {
  /** Who asks where nobody needs to be signed in; otherwise the session decides. */
  actor?: Actor;
  /** Fields that the address knows, e.g. `{ campaignId }`: they win over what the form says. */
  fields?: Record<string, string | number>;
};

function firstError({ error }: SubmissionResult): string {
  return Object.values(error ?? {}).flatMap((messages) => messages ?? [])[0] ?? "";
}

/**
 * Runs the operation that the form's `intent` button names and returns the form its errors back.
 * @throws Response 400 for an intent that the screen does not offer; AppError for what no form can mend
 */
export async function submit<O extends Operations>(
  request: Request,
  operations: O,
  options: Options = {},
) {
  const actor = options.actor ?? (await requireActor(request));
  await requireRequest(actor);
  const form = await readForm(request, options.actor ? "visitor" : "user");
  return submitForm(actor, form, operations, options.fields);
}

/** As `submit`, with a form that has been read. */
export async function submitForm<O extends Operations>(
  actor: Actor,
  form: Form,
  operations: O,
  fields: Options["fields"] = {},
) {
  const intent = form.get("intent") ?? "";
  form.delete("intent");
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const operation = Object.hasOwn(operations, intent) ? operations[intent] : undefined;
  if (!operation) throw new Response("Unknown intent", { status: 400 });
  const submission = parseForm(form, operation.input, localeOfActor(actor));
  // What is secret is typed again rather than sent back.
  const hideFields = [...form.keys()].filter((name) => SECRET.test(name));
  const refuse = (result: SubmissionResult, status: number, message: string) =>
    data<Submitted<O>>({ ok: false, intent, message, result }, status);
  if (submission.status !== "success") {
    const result = submission.reply({ hideFields });
    return refuse(result, 400, firstError(result));
  }
  try {
    const done = await operation(actor, submission.value);
    const result = submission.reply({ resetForm: true });
    return data({ ok: true, intent, data: done, result } as Submitted<O>, 200);
  } catch (error) {
    if (!(error instanceof AppError) || !isShownInForm(error)) throw error;
    const { message, fields } = renderError(localeOfActor(actor), error);
    // What a field says need not be said twice.
    const said = fields ? { fieldErrors: fields } : { formErrors: [message] };
    return refuse(submission.reply({ hideFields, ...said }), error.status, message);
  }
}
