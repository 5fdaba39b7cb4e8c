import { NumberInput, Select, Stack, Text } from "@mantine/core";
import { isLinkedIn, type StepType } from "@thaw/core/campaigns/sequence/step-type.schema";
import { useText } from "../../messages/text.tsx";
import { changeType, type DraftStep, typeOptions } from "./sequence-draft.ts";

type Props = {
  step: DraftStep;
  /** Whether the plan has LinkedIn steps. */
  hasLinkedIn: boolean;
  onChange: (step: DraftStep) => void;
};

/** What the step is: a mail that leaves by itself, or something that a person does. */
export function StepTypeField({ step, hasLinkedIn, onChange }: Props) {
  const t = useText("campaign-wizard");
  const types = useText("step-types");
  return (
    <Stack gap="xs" mb="md">
      <Select
        label={t("stepType")}
        allowDeselect={false}
        maxDropdownHeight={280}
        value={step.type}
        data={typeOptions(step.type, hasLinkedIn).map(({ value, isOff }) => ({
          value,
          label: types(value),
          disabled: isOff,
        }))}
        onChange={(type) => onChange(changeType(step, (type ?? "EMAIL") as StepType))}
      />
      {hasLinkedIn ? null : (
        <Text size="xs" c={isLinkedIn(step.type) ? "var(--tone-amber)" : "dimmed"}>
          {t(isLinkedIn(step.type) ? "linkedinPaused" : "linkedinUpgrade")}
        </Text>
      )}
      {step.type === "EMAIL" ? null : (
        <Text size="xs" c="dimmed">
          {t(`byHand.${step.type}`)}
        </Text>
      )}
      {step.type === "LI_CONNECT" ? (
        <NumberInput
          w={240}
          min={1}
          max={365}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          label={t("connectWait")}
          description={t("connectWaitHint")}
          value={step.connectWaitDays}
          onChange={(days) =>
            onChange({ ...step, connectWaitDays: days === "" ? "" : Number(days) })
          }
        />
      ) : null}
    </Stack>
  );
}
