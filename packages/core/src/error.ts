/** Codes of files are in capitals, as the specification writes them. */
export const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  plan_limit: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  invalid_transition: 422,
  key_reused: 422,
  rate_limited: 429,
  unavailable: 503,
  UPLOAD_FAILED: 400,
  SIZE_EXCEEDED: 413,
  LOADING_ERROR: 424,
} as const;

export type ErrorCode = keyof typeof STATUS;
export type FieldErrors = Record<string, string[]>;

const BRAND = Symbol.for("thaw.app-error");

/** A failure the caller may see. Anything else that is thrown is a bug and reads as a 500. */
export class AppError extends Error {
  /** The built pages hold a copy of this class of their own: an error of either is one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;

  constructor(code: ErrorCode, message: string, fields?: FieldErrors) {
    super(message);
    this.code = code;
    this.fields = fields;
  }

  get status() {
    return STATUS[this.code];
  }
}

/** Too many wrote at the same moment, and this one came last each time. */
export function lostRace(): AppError {
  return new AppError("conflict", "Others changed the same at this moment. Try again.");
}

/** Somebody else changed the record between our look at it and our write. */
export function changedMeanwhile(noun?: string): AppError {
  const what = noun === undefined ? "this" : noun;
  return new AppError("conflict", `Someone else just changed ${what}. Reload and try again.`);
}

/** The one answer for a record that is missing or belongs to somebody else. */
export function notFound(noun: string): AppError {
  return new AppError("not_found", `This ${noun} does not exist`);
}
