import { DEFAULT_LOCALE, textOf } from "../../messages/text.tsx";
import { type Answer, OFFLINE, readAnswer } from "../../read-answer.ts";
import type { BuilderOperations } from "../_app.app.email-campaign.new-campaign_.run/route.ts";

const ADDRESS = "/app/email-campaign/new-campaign/run";

type Name = keyof BuilderOperations;
type Input<N extends Name> = Parameters<BuilderOperations[N]>[1];
type Output<N extends Name> = Awaited<ReturnType<BuilderOperations[N]>>;

/** Calls one of the builder's operations. Never throws: no connection is a refusal with the code "offline". */
export async function run<N extends Name>(
  operation: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Answer<Output<N>>> {
  try {
    const response = await fetch(ADDRESS, {
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
}
