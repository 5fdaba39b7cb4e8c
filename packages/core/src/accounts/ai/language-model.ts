import * as v from "valibot";
import { readAtMost } from "../../read-at-most.ts";

export type ChatMessage = { role: "system" | "user"; content: string };

export type Completion = {
  model: string;
  messages: readonly ChatMessage[];
  /** 0 to 1. */
  temperature: number;
  maxTokens: number;
};

/** The interface of a language model, independent of its provider. */
export type LanguageModel = {
  /** @throws ModelFailure */
  complete: (completion: Completion) => Promise<string>;
};

/** The provider did not answer, refused, or answered something that cannot be read. Never holds the key or the text. */
export class ModelFailure extends Error {}

/** The caller gets an error after this time; API Gateway allows a whole request 30 seconds. */
export const MODEL_TIMEOUT_MS = 25_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

const Answer = v.object({
  choices: v.pipe(
    v.array(v.object({ message: v.object({ content: v.string() }) })),
    v.minLength(1),
  ),
});

/**
 * A model behind an endpoint of OpenAI's Chat Completions API (`POST {baseUrl}/chat/completions`), which most providers and
 * servers speak.
 */
export function chatEndpoint(
  { baseUrl, key }: { baseUrl: string; key: string },
  timeoutMs = MODEL_TIMEOUT_MS,
): LanguageModel {
  return {
    async complete({ model, messages, temperature, maxTokens }) {
      const body = { model, messages, temperature, max_tokens: maxTokens };
      try {
        const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, "")}/chat/completions`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
          body: JSON.stringify(body),
          // The key goes where the operator said and nowhere else.
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw new ModelFailure(`The provider answered ${response.status}`);
        }
        const answer = await readAtMost(response, MAX_ANSWER_BYTES);
        if (answer === undefined) throw new ModelFailure("The provider's answer is too long");
        return contentOf(new TextDecoder().decode(answer));
      } catch (error) {
        if (error instanceof ModelFailure) throw error;
        throw new ModelFailure(`The provider did not answer: ${nameOf(error)}`);
      }
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

function contentOf(json: string): string {
  const parsed = v.safeParse(Answer, parseJson(json));
  const content = parsed.success ? parsed.output.choices[0]?.message.content : undefined;
  if (content === undefined) throw new ModelFailure("The provider's answer cannot be read");
  return content;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
