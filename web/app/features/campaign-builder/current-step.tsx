import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { drawnPart } from "../../components/drawn-part.tsx";
import { LeadsStep } from "./leads-step.tsx";
import type { loadWizard } from "./load-wizard.server.ts";
import { SUBSEQUENCE_STEPS, stepsOf, type WizardStepId } from "./steps.ts";

const [ConditionStep, fetchCondition] = drawnPart(
  "condition",
  () => import("./condition-step.tsx"),
);
const [SequenceStep, fetchSequence] = drawnPart("sequence", () => import("./sequence-step.tsx"));
const [SetupStep, fetchSetup] = drawnPart("setup", () => import("./setup-step.tsx"));
const [ReviewStep, fetchReview] = drawnPart("review", () => import("./review-step.tsx"));

/** A campaign begins with its leads: their step comes with the wizard. */
const FETCH: Partial<Record<WizardStepId, () => void>> = {
  condition: fetchCondition,
  sequence: fetchSequence,
  setup: fetchSetup,
  review: fetchReview,
};

export function CurrentStep() {
  const loaded = useLoaderData<typeof loadWizard>();
  const steps = loaded.step === "condition" ? SUBSEQUENCE_STEPS : stepsOf(loaded.campaign);
  const next = steps[steps.findIndex((step) => step === loaded.step) + 1];
  useEffect(() => {
    if (next) FETCH[next]?.();
  }, [next]);
  switch (loaded.step) {
    case "leads":
      return <LeadsStep data={loaded.data} />;
    case "condition":
      return <ConditionStep data={loaded.data} />;
    case "sequence":
      return <SequenceStep data={loaded.data} />;
    case "setup":
      return <SetupStep data={loaded.data} />;
    case "review":
      return <ReviewStep built={loaded.campaign} data={loaded.data} />;
  }
}
