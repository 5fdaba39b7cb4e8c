import type { PlainKey, TextKey } from "@thaw/text/catalogue";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import type { ParamsGiven } from "@thaw/text/say";
import { type Params, say, type Text } from "@thaw/text/say";

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
export type FieldErrors = Record<string, Text[]>;

/** What a key needs besides: its parameters, and what is said of fields. */
type Given<Key extends TextKey> = [...ParamsGiven<Key>, fields?: FieldErrors];

const BRAND = Symbol.for("thaw.app-error");

/**
 * A failure the caller may see, by its key in the catalogue: adapters render it for their reader (decision 45), and `message` is
 * for logs. Anything else that is thrown is a bug and reads as a 500.
 */
export class AppError<Key extends TextKey = TextKey> extends Error {
  /** The built pages hold a copy of this class of their own: an error of either is one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly text: Text;
  readonly fields: FieldErrors | undefined;

  constructor(code: ErrorCode, key: Key, ...given: Given<Key>) {
    const [params, fields] = given as readonly unknown[] as [params?: Params, fields?: FieldErrors];
    const text = { key, ...(params ? { params } : {}) };
    super(renderText(DEFAULT_LOCALE, text));
    this.code = code;
    this.text = text;
    this.fields = fields;
  }

  /** With a text that is there already. */
  static of(code: ErrorCode, { key, params }: Text, fields?: FieldErrors): AppError {
    return new AppError(code, key as PlainKey, params as undefined, fields);
  }

  /** Of one field, which says the same as the error. */
  static at<Key extends TextKey>(
    code: ErrorCode,
    field: string,
    key: Key,
    ...params: ParamsGiven<Key>
  ): AppError {
    const text = say(key, ...params);
    return AppError.of(code, text, { [field]: [text] });
  }

  get status() {
    return STATUS[this.code];
  }
}

/** Too many writers at the same moment, and this one lost each time. */
export function lostRace(): AppError {
  return new AppError("conflict", "changed.race");
}

/** The nouns of `notFound`. */
export type Noun =
  Extract<TextKey, `missing.${string}`> extends `missing.${infer Name}` ? Name : never;

/** The nouns of `changedMeanwhile`. */
type Changed =
  Extract<PlainKey, `changed.${string}`> extends `changed.${infer Name}` ? Name : never;

/** Someone else changed the record between the read and the write. */
export const changedMeanwhile = (noun: Changed = "this"): AppError =>
  AppError.of("conflict", { key: `changed.${noun}` });

/** The one error for a record that is missing or belongs to someone else. */
export function notFound(noun: Noun): AppError {
  return new AppError("not_found", `missing.${noun}`);
}
