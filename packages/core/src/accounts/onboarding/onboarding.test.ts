import { expect, test } from "vitest";
import { testUser } from "../../../../../tests/support/user.ts";
import { systemActor } from "../../actor.ts";
import { UserEntity } from "../user/user.entity.ts";
import { QUESTIONS } from "./onboarding.schema.ts";
import { answerOnboarding, getOnboarding } from "./onboarding.ts";

async function newcomer() {
  const { accountId, userId } = await testUser("owner", "glacier-2026");
  await UserEntity.patch({ accountId, userId })
    .set({ hasOnboardingCompleted: false, onboardingStage: 0 })
    .remove(["onboardingAnswers"])
    .go();
  const actor = { ...systemActor(accountId), userId };
  return {
    look: () => getOnboarding(actor, {}),
    answer: (step: number, values?: string | string[], other?: string) =>
      answerOnboarding(actor, { step, values, other }),
  };
}

test("the questions are the five that were decided, with their answers [ONB-08] [ONB-02]", () => {
  expect(QUESTIONS.map(({ name, options }) => [name, options.join("; ")])).toEqual([
    [
      "goals",
      "Book meetings; Generate leads; Grow an agency; Recruit talent; Build partnerships; Raise funds; Other",
    ],
    [
      "industry",
      "Marketing agency; Software; IT services; Consulting; Recruiting; Finance; Real estate; E-commerce; Manufacturing; Healthcare; Education; Other",
    ],
    ["knowledge", "Beginner; Intermediate; Advanced; Expert"],
    ["company_type", "Agency; In-house team; Solo founder; Freelancer; Enterprise; Other"],
    [
      "where_heard",
      "Search engine; Social media; Video site; Friend or colleague; Community; Podcast; Review site; Newsletter; Advertisement; Other",
    ],
  ]);
});

test("each answer moves on by one step and is kept, and the fifth ends it [ONB-01] [ONB-10]", async () => {
  const { look, answer } = await newcomer();
  expect(await look()).toEqual({
    has_onboarding_completed: false,
    onboarding_stage: 0,
    answers: {},
  });
  await answer(1, ["Raise funds", "Book meetings"]);
  await answer(2, "Other", "  Ice making ");
  expect(await look()).toEqual({
    has_onboarding_completed: false,
    onboarding_stage: 2,
    answers: {
      goals: { values: ["Book meetings", "Raise funds"] },
      industry: { values: ["Other"], other: "Ice making" },
    },
  });
  await answer(3, "Expert");
  await answer(4, "Solo founder");
  expect((await look()).has_onboarding_completed).toBe(false);
  await answer(5, "Podcast");
  expect(await look()).toMatchObject({ has_onboarding_completed: true, onboarding_stage: 5 });
  await expect(answer(5, "Podcast")).rejects.toMatchObject({ status: 422 });
});

test("the first four questions need an answer from their list, the fifth may be skipped [ONB-07]", async () => {
  const { look, answer } = await newcomer();
  const refused = async (...[step, values, other]: Parameters<typeof answer>) =>
    expect(answer(step, values, other), `${step} ${String(values)}`).rejects.toMatchObject({
      code: "invalid",
    });
  for (const [step, right] of ["Book meetings", "Software", "Expert", "Agency"].entries()) {
    await refused(step + 1, []);
    await refused(step + 1, "Something else");
    await answer(step + 1, right);
  }
  await refused(2, ["Software", "Finance"]);
  await refused(5, "Other");
  await refused(5, "Other", "x".repeat(101));
  await answer(5);
  expect((await look()).answers.where_heard).toEqual({ values: [] });
});

test("a question before the next one is answered anew, and none before its turn", async () => {
  const { look, answer } = await newcomer();
  await expect(answer(2, "Software")).rejects.toMatchObject({ status: 422 });
  await answer(1, "Raise funds");
  await answer(2, "Software");
  await answer(1, "Book meetings");
  expect(await look()).toMatchObject({
    onboarding_stage: 2,
    answers: { goals: { values: ["Book meetings"] }, industry: { values: ["Software"] } },
  });
});
