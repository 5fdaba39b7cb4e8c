/** What a person does for a step that nothing does by itself. */
export const HAND_TYPES = [
  "MANUAL_EMAIL",
  "LI_VIEW",
  "LI_CONNECT",
  "LI_MESSAGE",
  "LI_INMAIL",
  "LI_ACTIVITY",
] as const;
export type StepByHand = (typeof HAND_TYPES)[number];
/** What a step is: a mail that leaves by itself, or something that a person does (D6). */
export const STEP_TYPES = ["EMAIL", ...HAND_TYPES] as const;
export type StepType = (typeof STEP_TYPES)[number];

export const LINKEDIN_TYPES = [
  "LI_VIEW",
  "LI_CONNECT",
  "LI_MESSAGE",
  "LI_INMAIL",
  "LI_ACTIVITY",
] as const satisfies readonly StepType[];
export type LinkedInType = (typeof LINKEDIN_TYPES)[number];

export const isLinkedIn = (type: StepType): type is LinkedInType => type.startsWith("LI_");
export const isByHand = (type: StepType): type is StepByHand => type !== "EMAIL";

/** What is written for a step: whether it has a subject, and whether its text may be left out. */
export const STEP_TEXTS: Record<StepType, { subject: boolean; text: "needed" | "optional" }> = {
  EMAIL: { subject: true, text: "needed" },
  MANUAL_EMAIL: { subject: true, text: "needed" },
  LI_VIEW: { subject: false, text: "optional" },
  LI_CONNECT: { subject: false, text: "optional" },
  LI_MESSAGE: { subject: false, text: "needed" },
  LI_INMAIL: { subject: true, text: "needed" },
  LI_ACTIVITY: { subject: false, text: "optional" },
};

/** How many characters LinkedIn takes of a text with its lead's words in it (D24); notes to oneself are kept as short. */
export const LINKEDIN_LENGTHS: Record<LinkedInType, { subject: number; text: number }> = {
  LI_VIEW: { subject: 0, text: 8_000 },
  LI_CONNECT: { subject: 0, text: 300 },
  LI_MESSAGE: { subject: 0, text: 8_000 },
  LI_INMAIL: { subject: 200, text: 8_000 },
  LI_ACTIVITY: { subject: 0, text: 8_000 },
};
