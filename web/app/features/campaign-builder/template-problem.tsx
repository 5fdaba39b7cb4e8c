import { Text } from "@mantine/core";
import { lineOf } from "@thaw/text/say";
import { useText } from "../../messages/text.tsx";
import { useFieldText } from "../../use-validation.ts";
import { templateProblem } from "./mail-html.ts";

/** A mistake is told while it is written; it may be saved, but not launched. */
export function TemplateProblem(props: { source: string; customFields: readonly string[] }) {
  const { source, customFields } = props;
  const t = useText("campaign-wizard");
  const render = useFieldText();
  const problem = templateProblem(source, customFields);
  if (!problem) return null;
  const { near } = problem;
  const error = render(lineOf(problem.error));
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {near ? t("problemNear", { error, near }) : error}
    </Text>
  );
}
