/** What an error may carry besides, where it is a word or a number of a program. */
const CODES = [
  "code",
  "status",
  "statusCode",
  "errno",
  "syscall",
  "responseCode",
  "command",
] as const;
/** A name or code of a program: no address, and nothing that a person wrote in a sentence. */
const CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,60}$/;
const FRAME = /^ {4}at [^\n]*:\d+:\d+\)?$/;
const MOST_FRAMES = 12;
const MOST_ERRORS = 5;
const DEEPEST = 5;

type Described = Record<string, unknown>;

/**
 * An error as it may be logged: what kind it is, its codes, where it was thrown, and the same of its causes. Its message is left
 * out, for messages hold what was worked on: an address that a server refused, a subject that could not be read, a token.
 */
export function describeError(error: unknown, depth = 0): Described {
  if (typeof error !== "object" || error === null) return { name: typeof error };
  const { name, stack, message, cause, errors, text } = error as {
    name?: unknown;
    stack?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
    text?: { key?: unknown };
  };
  const described: Described = { name: codeOf(name) ?? "Error" };
  for (const each of CODES) {
    const value = (error as Described)[each];
    const code = typeof value === "number" ? value : codeOf(value);
    if (code !== undefined) described[each] = code;
  }
  // Of an AppError the key of its text, which is a name of ours.
  const key = codeOf(text?.key);
  if (key) described.key = key;
  const { aws, reasons } = ofAws(error);
  if (aws) described.aws = aws;
  if (reasons) described.reasons = reasons;
  if (typeof stack === "string") described.stack = framesOf(stack, String(message ?? ""));
  if (depth >= DEEPEST) return described;
  if (cause !== undefined) described.cause = describeError(cause, depth + 1);
  if (Array.isArray(errors)) {
    described.errors = errors.slice(0, MOST_ERRORS).map((each) => describeError(each, depth + 1));
  }
  return described;
}

const codeOf = (value: unknown): string | undefined =>
  typeof value === "string" && CODE.test(value) ? value : undefined;

/** What AWS needs to find a request, and why a transaction was cancelled. */
function ofAws(error: object): { aws?: Described; reasons?: unknown[] } {
  const { $metadata, CancellationReasons } = error as {
    $metadata?: { requestId?: unknown; httpStatusCode?: unknown };
    CancellationReasons?: { Code?: unknown }[];
  };
  const requestId = codeOf(`r-${String($metadata?.requestId)}`)?.slice(2);
  const status = $metadata?.httpStatusCode;
  return {
    ...($metadata ? { aws: { requestId, ...(typeof status === "number" ? { status } : {}) } } : {}),
    ...(Array.isArray(CancellationReasons)
      ? { reasons: CancellationReasons.map(({ Code }) => codeOf(Code)) }
      : {}),
  };
}

/** The places of a stack. It begins with the message, whose own lines may look like places. */
function framesOf(stack: string, message: string): string[] {
  const begin = message === "" ? -1 : stack.indexOf(message);
  const rest = begin < 0 ? stack : stack.slice(begin + message.length);
  return rest
    .split("\n")
    .filter((line) => FRAME.test(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}
