import { Stack, Text } from "@mantine/core";
import type { SequenceChange } from "@thaw/core/campaigns/sequence/sequence-difference";
import type { StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import { useId } from "react";
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
  const copy = useChangeText(change);
  const where = variant ? t("whereVariant", { step, variant }) : t("where", { step });
  return (
    <div className="version-change">
      <Text size="sm" fw={500}>
        {where} · {t(change)}
      </Text>
      <div className="version-sides">
        {change.endsWith("added") || change === "other" ? null : (
          <Side name={t("was")} kind="del">
            {copy(before)}
          </Side>
        )}
        {change.endsWith("removed") || change === "other" ? null : (
          <Side name={t("is")} kind="ins">
            {copy(after)}
          </Side>
        )}
      </div>
    </div>
  );
}

type SideProps = { name: string; kind: "del" | "ins"; children: string };

/** What stood or stands there, by name: the colours alone would not tell. */
function Side({ name, kind, children }: SideProps) {
  const id = useId();
  return (
    <figure className="version-side" data-kind={kind} aria-labelledby={id}>
      <Text size="xs" c="dimmed" component="figcaption" id={id}>
        {name}
      </Text>
      <Text size="sm" component={kind} className="version-words">
        {children}
      </Text>
    </figure>
  );
}

/** Numbers and names of a change as people say them. */
function useChangeText(change: SequenceChange["change"]) {
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
