import { QUESTIONS } from "../../packages/core/src/accounts/onboarding/onboarding.schema.ts";
import { answerOnboarding } from "../../packages/core/src/accounts/onboarding/onboarding.ts";
import { systemActor } from "../../packages/core/src/actor.ts";

/** Answers the questions of the beginning for an owner. */
export async function finishOnboarding({
  accountId,
  userId,
}: {
  accountId: number;
  userId: number;
}): Promise<void> {
  for (const [index, { options, isRequired }] of QUESTIONS.entries()) {
    const values = isRequired ? [options[0]] : [];
    await answerOnboarding({ ...systemActor(accountId), userId }, { step: index + 1, values });
  }
}
