import { ModelFailure } from "../../accounts/ai/language-model.ts";
import { type AiCategorisation, DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import { readCategories } from "../../accounts/category/category-record.ts";
import { spanOf } from "../../clock.ts";
import { log } from "../../log.ts";
import type { Jobs } from "../../queue.schema.ts";
import { findReply, type Reply } from "../thread/thread-category.ts";
import { findThread, type ThreadRecord } from "../thread/thread-store.ts";
import { askCategory, offeredCategories } from "./ask-category.ts";
import { assignCategory, blockPerson, isPersonsChoice } from "./assign-category.ts";
import { readCategorisation } from "./categorisation.ts";
import { decide, finish, giveUpLease, type RunKey, takeRun } from "./categorisation-run.ts";

/** Real time before each further try: with four answers of at most 30 s each, all of it is over in five minutes. */
const DELAYS_MS = [20_000, 40_000, 60_000];

type Answer = { categoryId: number } | "unknown" | "failed";

/**
 * Categorises a reply of a person by AI, once. What a person chose stays; a provider that fails and an answer that is no
 * category change nothing. Safe to run twice.
 *
 * @returns milliseconds after which to try again, undefined when there is nothing more to do
 */
export async function categoriseReply(job: Jobs["categorise"]): Promise<number | undefined> {
  const { accountId, threadId } = job;
  const [thread, reply] = await Promise.all([
    findThread(accountId, threadId),
    findReply(accountId, job),
  ]);
  if (thread?.campaignId === undefined || thread.leadId === undefined || !reply) return undefined;
  const rules = await readCategorisation(accountId, thread.campaignId);
  if (rules.mode === "none") return undefined;
  const run = await takeRun({ accountId, messageKey: job.messageKey });
  if (!run) return undefined;
  const categoryId = run.categoryId ?? (await choose(run.key, { thread, reply, rules }));
  if (typeof categoryId === "number") {
    if (categoryId === DO_NOT_CONTACT) await blockPerson(thread, { createdBy: 0 });
    await finish(run.key, "set");
    return undefined;
  }
  const delayMs = DELAYS_MS[job.try];
  if (categoryId === "failed" && delayMs !== undefined) {
    await giveUpLease(run.key);
    return spanOf(delayMs);
  }
  await finish(run.key, categoryId);
  return undefined;
}

type Situation = { thread: ThreadRecord; reply: Reply; rules: AiCategorisation };

/** Asks the model and, unless a person was quicker, stores the answer together with the conversation's category. */
async function choose(
  run: RunKey,
  { thread, reply, rules }: Situation,
): Promise<number | "kept" | "unknown" | "failed"> {
  if (isPersonsChoice(thread, reply.at)) return "kept";
  const answer = await ask(thread, reply, rules);
  if (typeof answer === "string") return answer;
  const { categoryId } = answer;
  const result = await assignCategory(thread, {
    categoryId,
    by: 0,
    mayChange: (now) => !isPersonsChoice(now, reply.at),
    along: [decide(run, categoryId)],
  });
  if (result === "assigned") return categoryId;
  return result === "kept" ? "kept" : "failed";
}

async function ask(
  { accountId, threadId }: ThreadRecord,
  { text }: Reply,
  rules: AiCategorisation,
): Promise<Answer> {
  const offered = offeredCategories(rules, await readCategories(accountId));
  try {
    const categoryId = await askCategory(accountId, rules, { offered, text });
    if (categoryId !== undefined) return { categoryId };
    log.warn("A language model answered with no category", { accountId, threadId });
    return "unknown";
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    log.warn("A language model failed", { accountId, threadId, error });
    return "failed";
  }
}
