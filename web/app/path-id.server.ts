import { type Noun, notFound } from "@thaw/core/error";

/** The id in an address. @throws AppError not_found for what is none: nothing has it */
export function idInPath(text: string | undefined, noun: Noun): number {
  if (!text || !/^[1-9]\d{0,14}$/.test(text)) throw notFound(noun);
  return Number(text);
}
