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
