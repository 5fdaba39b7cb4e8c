import { type Answer, OFFLINE } from "./answer.ts";
import { api } from "./api.ts";

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
    type Given = Awaited<ReturnType<Operations[Name]>>;
    const body = { operation, input };
    const answer = await api.anonymous.post<Given>(address, body, { signal });
    return answer.ok || answer.status > 0 ? answer : OFFLINE;
  };
}
