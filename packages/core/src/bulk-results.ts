import { renderText } from "@thaw/text/render";
import type * as v from "valibot";
import { type Actor, localeOfActor } from "./actor.ts";
import type { Refused } from "./bulk-results.schema.ts";
import { AppError } from "./error.ts";

/**
 * Does the same to many records, each once and by itself: what one refuses keeps none of the others. One after the other,
 * as records of one account often share a count.
 */
export async function changeEach<Done extends object>(
  actor: Actor,
  ids: readonly number[],
  work: (id: number) => Promise<Done>,
): Promise<(v.InferOutput<typeof Refused> | ({ id: number; ok: true } & Done))[]> {
  const results = [];
  for (const id of new Set(ids)) results.push(await attempt(actor, id, work));
  return results;
}

async function attempt<Done extends object>(
  actor: Actor,
  id: number,
  work: (id: number) => Promise<Done>,
) {
  try {
    return { id, ok: true as const, ...(await work(id)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = renderText(localeOfActor(actor), error.text);
    return { id, ok: false as const, code: error.code, message };
  }
}
