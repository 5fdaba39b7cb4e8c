/** What an error may carry besides, where it is a word or a number of a program. */
const CODES = ["code", "status", "statusCode", "errno", "syscall", "responseCode", "command"];
/** A name or code of a program: no address, and nothing that a person wrote in a sentence. */
const CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,60}$/;
const REQUEST_ID = /^[A-Za-z0-9-]{8,80}$/;
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
  return {
    name: codeOf((error as Described).name) ?? "Error",
    ...codesOf(error as Described),
    ...ofAws(error),
    ...framesOf(error),
    ...(depth < DEEPEST ? causesOf(error, depth + 1) : {}),
  };
}

const codeOf = (value: unknown): string | number | undefined => {
  if (typeof value === "number") return value;
  return typeof value === "string" && CODE.test(value) ? value : undefined;
};

function codesOf(error: Described): Described {
  // Of an AppError the key of its text, which is a name of ours.
  const { key } = Object(error.text) as { key?: unknown };
  const codes = CODES.map((name) => [name, codeOf(error[name])] as const);
  return Object.fromEntries(
    [...codes, ["key", codeOf(key)] as const].filter(([, code]) => code !== undefined),
  );
}

/** What AWS needs to find a request, and why each write of a transaction was cancelled. */
function ofAws(error: object): Described {
  const { $metadata, CancellationReasons } = error as {
    $metadata?: { requestId?: unknown; httpStatusCode?: unknown };
    CancellationReasons?: unknown;
  };
  const { requestId, httpStatusCode } = $metadata ?? {};
  const isId = typeof requestId === "string" && REQUEST_ID.test(requestId);
  const aws = { ...(isId ? { requestId } : {}), status: codeOf(httpStatusCode) };
  return {
    ...($metadata ? { aws } : {}),
    ...(Array.isArray(CancellationReasons)
      ? { reasons: CancellationReasons.map(({ Code }: { Code?: unknown }) => codeOf(Code)) }
      : {}),
  };
}

/** The places of a stack. It begins with the message, whose own lines may look like places. */
function framesOf(error: object): { stack?: string[] } {
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  if (typeof stack !== "string") return {};
  const said = typeof message === "string" ? message : "";
  const begin = stack.indexOf(said);
  const rest = begin < 0 ? stack : stack.slice(begin + said.length);
  const frames = rest.split("\n").filter((line) => FRAME.test(line));
  return { stack: frames.slice(0, MOST_FRAMES).map((line) => line.trim()) };
}

function causesOf(error: object, depth: number): Described {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return {
    ...(cause === undefined ? {} : { cause: describeError(cause, depth) }),
    ...(Array.isArray(errors)
      ? { errors: errors.slice(0, MOST_ERRORS).map((each) => describeError(each, depth)) }
      : {}),
  };
}
