import { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { WholeNumber } from "../../page.schema.ts";

export const OTHER = "Other";
export const MAX_OTHER = 100;

/** The questions of the beginning, in their order (D3.1). The last may be left out. */
export const QUESTIONS = [
  {
    name: "goals",
    isMulti: true,
    isRequired: true,
    options: [
      "Book meetings",
      "Generate leads",
      "Grow an agency",
      "Recruit talent",
      "Build partnerships",
      "Raise funds",
      OTHER,
    ],
  },
  {
    name: "industry",
    isMulti: false,
    isRequired: true,
    options: [
      "Marketing agency",
      "Software",
      "IT services",
      "Consulting",
      "Recruiting",
      "Finance",
      "Real estate",
      "E-commerce",
      "Manufacturing",
      "Healthcare",
      "Education",
      OTHER,
    ],
  },
  {
    name: "knowledge",
    isMulti: false,
    isRequired: true,
    options: ["Beginner", "Intermediate", "Advanced", "Expert"],
  },
  {
    name: "company_type",
    isMulti: false,
    isRequired: true,
    options: ["Agency", "In-house team", "Solo founder", "Freelancer", "Enterprise", OTHER],
  },
  {
    name: "where_heard",
    isMulti: false,
    isRequired: false,
    options: [
      "Search engine",
      "Social media",
      "Video site",
      "Friend or colleague",
      "Community",
      "Podcast",
      "Review site",
      "Newsletter",
      "Advertisement",
      OTHER,
    ],
  },
] as const;

export type Question = (typeof QUESTIONS)[number];
export const STEPS = QUESTIONS.length;

const Values = v.pipe(
  // A form gives one choice as a word.
  v.union([
    v.array(v.string()),
    v.pipe(
      v.string(),
      v.transform((value) => [value]),
    ),
  ]),
  v.maxLength(20),
);

export const AnswerOnboarding = v.object({
  /** Of the question, from 1. */
  step: v.pipe(WholeNumber, v.minValue(1), v.maxValue(STEPS)),
  /** The chosen options; none skips a question that may be skipped. */
  values: v.optional(Values, []),
  /** What "Other" stands for. */
  other: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(MAX_OTHER, boundText("charactersMost"))),
  ),
});

export const OnboardingAnswer = v.object({
  values: v.array(v.string()),
  other: v.optional(v.string()),
});
export type OnboardingAnswer = v.InferOutput<typeof OnboardingAnswer>;

export const Onboarding = v.object({
  has_onboarding_completed: v.boolean(),
  /** How many steps are finished. */
  onboarding_stage: v.number(),
  /** By the name of the question. */
  answers: v.record(v.string(), OnboardingAnswer),
});
export type Onboarding = v.InferOutput<typeof Onboarding>;
