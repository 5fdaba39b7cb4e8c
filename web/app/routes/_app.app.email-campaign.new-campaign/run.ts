import type { BuilderOperations } from "../_app.app.email-campaign.new-campaign_.run/route.ts";

const ADDRESS = "/app/email-campaign/new-campaign/run";

export type Refusal = {
  ok: false;
  /** Of AppError, or "offline" when no answer came that could be read. */
  code: string;
  /** For the user; empty when there is none. */
  message: string;
  fields: Record<string, string[]>;
};
export type Answer<Data> = { ok: true; data: Data } | Refusal;

type Name = keyof BuilderOperations;
type Input<N extends Name> = Parameters<BuilderOperations[N]>[1];
type Output<N extends Name> = Awaited<ReturnType<BuilderOperations[N]>>;

const OFFLINE: Refusal = { ok: false, code: "offline", message: "", fields: {} };

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
    const answer = (await response.json()) as Answer<Output<N>>;
    return typeof answer.ok === "boolean" ? answer : OFFLINE;
  } catch {
    return OFFLINE;
  }
}
