import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { messageOf } from "@thaw/core/issue-message";
import type { GenericSchema, InferOutput } from "valibot";

/** Renders what a schema says of a value: a line of `@thaw/text/say`. */
export type RenderLine = (line: string) => string;

/** Conform gives it to valibot, though its type does not say so. */
const DEFAULTS: object = { message: messageOf };

function rendered(result: SubmissionResult, render: RenderLine): SubmissionResult {
  if (!result.error) return result;
  const errors = Object.entries(result.error).map(([name, lines]) => [
    name,
    lines && [...new Set(lines)].map(render),
  ]);
  return { ...result, error: Object.fromEntries(errors) };
}

/** A form by its schema. What `reply` gives says each error in the reader's language. */
export function validate<Schema extends GenericSchema>(
  form: FormData | URLSearchParams,
  schema: Schema,
  render: RenderLine,
): Submission<InferOutput<Schema>> {
  const submission = parseWithValibot(form, { schema, info: DEFAULTS });
  if (submission.status === "success") return submission;
  return {
    ...submission,
    reply: (options) =>
      // What a reply adds to the form's own errors has been rendered.
      isGiven(options) ? submission.reply(options) : rendered(submission.reply(options), render),
  };
}

const isGiven = (options: object = {}) => "fieldErrors" in options || "formErrors" in options;
