/** What keeps steps from being sent. */
export default {
  noStep: "Write at least one step.",
  step: "Step {number}",
  stepVariant: "Step {number}, variant {letter}",
  shares: "{where}: the variants' shares add up to {total}, not 100.",
  textEmpty: "{where}: the {part} is empty.",
  noSubject: "{where}: write a subject.",
  fault: "{where}, {part}: {fault}.",
  subject: "subject",
  text: "text",
  mail: "mail",
} as const;

export const fields = {
  variantLetter: "A variant is named by a letter from A to Z",
  emailBodyTooLong: "An email has at most {requirement, number} characters",
  responseDays: "Wait between 1 and 365 days for a response",
  delayDays: "Wait between 1 and 365 days after the step before",
  variantsLeast: "A step needs at least one variant",
  variantsMost: "A step has at most {requirement, number} variants, A to Z",
  textsTooLong:
    "The texts of all steps are too long together: shorten some, or take pictures out of them",
  sharesByHand:
    "Shares by hand are for at most {most} variants: let AI distribute them, or remove some",
  firstStepWaits: "The first step waits 0 days",
} as const;
