import { writeIfExpected } from "@thaw/data/condition";
import type { PlainKey } from "@thaw/text/catalogue";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { findUser, patchUser, type UserRecord } from "../user/user-record.ts";
import {
  AnswerOnboarding,
  Onboarding,
  type OnboardingAnswer,
  OTHER,
  QUESTIONS,
  type Question,
  STEPS,
} from "./onboarding.schema.ts";

/** How far someone is with the questions of the beginning, and what they have answered. */
export const getOnboarding = operation({
  permission: "signed_in",
  input: Nothing,
  output: Onboarding,
  async run({ accountId, userId }) {
    const user = await findUser({ accountId, userId });
    if (!user) throw notFound("user");
    return describe(user);
  },
});

/**
 * Answers one question: the next one, or one before it anew. The answer to the last, or its being skipped, ends it all.
 *
 * @throws AppError invalid at `values` or `other`; invalid_transition for a question whose turn has not come, or when all is
 *   answered
 */
export const answerOnboarding = operation({
  permission: "signed_in",
  input: AnswerOnboarding,
  output: Onboarding,
  async run({ accountId, userId }, { step, values, other }) {
    const user = await findUser({ accountId, userId });
    if (!user) throw notFound("user");
    const question = QUESTIONS[step - 1];
    if (!question || user.hasOnboardingCompleted || step > user.onboardingStage + 1) {
      throw new AppError("invalid_transition", "account.notThisQuestion");
    }
    const answers = { ...answersOf(user), [question.name]: checked(question, values, other) };
    const changed = {
      onboardingAnswers: answers,
      onboardingStage: Math.max(user.onboardingStage, step),
      hasOnboardingCompleted: step === STEPS,
    };
    const saved = await writeIfExpected(
      patchUser({ accountId, userId })
        .set(changed)
        .where((row, op) => op.eq(row.onboardingStage, user.onboardingStage)),
    );
    // Sent twice, or from two windows.
    if (!saved) throw new AppError("conflict", "account.questionDone");
    return describe({ ...user, ...changed });
  },
});

const answersOf = ({ onboardingAnswers }: UserRecord) =>
  (onboardingAnswers ?? {}) as Record<string, OnboardingAnswer>;

const describe = (user: UserRecord): Onboarding => ({
  has_onboarding_completed: user.hasOnboardingCompleted,
  onboarding_stage: user.onboardingStage,
  answers: answersOf(user),
});

function checked(question: Question, given: readonly string[], other = ""): OnboardingAnswer {
  const options: readonly string[] = question.options;
  const values = options.filter((option) => given.includes(option));
  if (given.some((value) => !options.includes(value))) refuse("values", "account.chooseFromList");
  if (values.length === 0 && question.isRequired) {
    refuse("values", question.isMulti ? "account.chooseSome" : "account.chooseOne");
  }
  if (values.length > 1 && !question.isMulti) refuse("values", "account.chooseOne");
  if (!values.includes(OTHER)) return { values };
  return other === "" ? refuse("other", "account.fewWords") : { values, other };
}

function refuse(field: string, key: PlainKey): never {
  throw AppError.at("invalid", field, key);
}
