/** What a template may hold at most; more is refused when it is compiled. */
export const TEMPLATE_LIMITS = {
  characters: 200_000,
  spintaxDepth: 3,
  braceDepth: 20,
  optionsPerGroup: 500,
  dateOffset: 3650,
  dateFormat: 100,
} as const;

export type DateUnit = "d" | "w" | "m" | "bd";
export type DateNode = { kind: "date"; amount: number; unit: DateUnit; format: string };
/** `fallback` undefined: none was written, so an absent value counts as missing. */
export type VariableNode = { kind: "variable"; name: string; fallback: string | undefined };
/** `position` counts the groups of a template, so that HTML and text of one mail choose alike. */
export type ChoiceNode = {
  kind: "choice";
  position: number;
  options: readonly (readonly TemplateNode[])[];
};
/** A string is literal text. */
export type TemplateNode = string | VariableNode | ChoiceNode | DateNode;

/** `variables`: the names it uses, in their one spelling, each once. */
export type Template = { nodes: readonly TemplateNode[]; variables: readonly string[] };
