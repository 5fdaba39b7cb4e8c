import { Stack, Text } from "@mantine/core";
import type { SequenceChange } from "@thaw/core/campaign/sequence-difference";
import type { StepType } from "@thaw/core/campaign/step-type.schema";
import { useText } from "../../messages/text.tsx";
import "./versions.css";

/** What was changed from one version to the next, before and now side by side. */
export function ChangeList({ changes }: { changes: readonly SequenceChange[] }) {
  return (
    <Stack gap="sm">
      {changes.map((change) => (
        <ChangeRow key={`${change.step} ${change.variant} ${change.change}`} {...change} />
      ))}
    </Stack>
  );
}

function ChangeRow({ change, step, variant, before, after }: SequenceChange) {
  const t = useText("sequence-versions");
  const words = useChangeWords(change);
  const where = variant ? t("whereVariant", { step, variant }) : t("where", { step });
  return (
    <div className="version-change">
      <Text size="sm" fw={500}>
        {where} · {t(change)}
      </Text>
      <div className="version-sides">
        {change.endsWith("added") || change === "other" ? null : (
          <Text size="sm" component="del" className="version-side" aria-label={t("was")}>
            {words(before)}
          </Text>
        )}
        {change.endsWith("removed") || change === "other" ? null : (
          <Text size="sm" component="ins" className="version-side" aria-label={t("is")}>
            {words(after)}
          </Text>
        )}
      </div>
    </div>
  );
}

/** Numbers and names of a change as people say them. */
function useChangeWords(change: SequenceChange["change"]) {
  const t = useText("sequence-versions");
  const detail = useText("campaign-detail");
  const types = useText("step-types");
  return (value: string): string => {
    if (change === "delay") return t("days", { count: Number(value) });
    if (change === "type") return types(value as StepType);
    if (change === "share") return t("percent", { count: Number(value) });
    if (change !== "distribution") return value || t("empty");
    if (value === "manual") return t("byHand");
    return t("byAi", { metric: detail(`metric.${value as "open"}`) });
  };
}
