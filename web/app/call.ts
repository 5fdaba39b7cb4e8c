import { DEFAULT_LOCALE, textOf } from "./messages/text.tsx";
import { type Answer, OFFLINE, readAnswer } from "./read-answer.ts";

/** The operations of a screen by name, as the type of what its server code offers. */
type Offered = Record<string, (actor: never, input: never) => Promise<unknown>>;

/**
 * Calls the operations that an address offers (`answerCall`). Never throws: no connection is a refusal with the code
 * "offline".
 */
export function callAt<Operations extends Offered>(address: string) {
  return async <Name extends keyof Operations>(
    operation: Name,
    input: Parameters<Operations[Name]>[1],
    signal?: AbortSignal,
  ): Promise<Answer<Awaited<ReturnType<Operations[Name]>>>> => {
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ operation, input }),
        ...(signal ? { signal } : {}),
      });
      const locale = document.documentElement.lang || DEFAULT_LOCALE;
      return await readAnswer(response, textOf(locale, "shell")("apiFallback"));
    } catch {
      return OFFLINE;
    }
  };
}
