import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { METRICS, type Metric } from "@thaw/core/reporting/metric/metric.schema";
import { useText } from "../../messages/text.tsx";
import type { DraftStep } from "./sequence-draft.ts";
import {
  addVariant,
  MOST_VARIANTS,
  removeVariant,
  setShare,
  sumOfShares,
} from "./variant-draft.ts";

type Props = {
  step: DraftStep;
  letter: string;
  onLetter: (letter: string) => void;
  onChange: (step: DraftStep) => void;
  onRemoved: (letter: string, before: DraftStep) => void;
};

/** The variants of a step: which one is written, how leads are distributed among them, one more, one less. */
export function VariantBar({ step, letter, onLetter, onChange, onRemoved }: Props) {
  const t = useText("campaign-wizard");
  const isAi = step.distribution.mode === "ai";
  const hasSeveral = step.variants.length > 1;
  const isFull = step.variants.length >= MOST_VARIANTS[step.distribution.mode];
  const add = () => {
    const next = addVariant(step, letter);
    onChange(next);
    onLetter(next.variants.at(-1)?.letter ?? "A");
  };
  const take = () => {
    onRemoved(letter, step);
    onChange(removeVariant(step, letter));
    onLetter("A");
  };
  return (
    <Stack gap="xs" mb="sm">
      <Group gap="xs">
        {hasSeveral ? (
          <fieldset className="variant-tabs" aria-label={t("variant")}>
            {step.variants.map((each) => (
              <UnstyledButton
                key={each.letter}
                className="variant-tab"
                aria-pressed={each.letter === letter}
                onClick={() => onLetter(each.letter)}
              >
                {each.letter}
                {isAi ? null : <span>{t("shareOf", { share: each.share })}</span>}
              </UnstyledButton>
            ))}
          </fieldset>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={add}
          disabled={isFull}
        >
          {t("addVariant")}
        </Button>
        {hasSeveral ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("removeVariant", { letter })}
            onClick={take}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ) : null}
      </Group>
      {hasSeveral ? <Sharing step={step} letter={letter} onChange={onChange} /> : null}
    </Stack>
  );
}

function Sharing({ step, letter, onChange }: Pick<Props, "step" | "letter" | "onChange">) {
  const t = useText("campaign-wizard");
  const { distribution, variants } = step;
  const share = variants.find((each) => each.letter === letter)?.share ?? 0;
  const wrong = useSharesProblem(step);
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        size="xs"
        aria-label={t("sharedOut")}
        value={distribution.mode}
        data={[
          { value: "manual", label: t("sharesByHand") },
          { value: "ai", label: t("sharesByAi") },
        ]}
        onChange={(mode) =>
          onChange({
            ...step,
            distribution: mode === "ai" ? { mode: "ai", metric: "reply" } : { mode: "manual" },
          })
        }
      />
      {distribution.mode === "ai" ? (
        <Select
          size="xs"
          label={t("metric")}
          allowDeselect={false}
          value={distribution.metric}
          data={METRICS.map((metric) => ({ value: metric, label: t(`metric.${metric}`) }))}
          onChange={(metric) =>
            onChange({
              ...step,
              distribution: { mode: "ai", metric: (metric ?? "reply") as Metric },
            })
          }
        />
      ) : (
        <NumberInput
          size="xs"
          w={120}
          min={0}
          max={100}
          suffix="%"
          allowDecimal={false}
          allowNegative={false}
          label={t("shareFor", { letter })}
          value={share}
          onChange={(value) => onChange(setShare(step, letter, Number(value) || 0))}
        />
      )}
      {wrong ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {wrong}
        </Text>
      ) : (
        <Text size="xs" c="dimmed">
          {t(distribution.mode === "ai" ? "aiHint" : "manualHint")}
        </Text>
      )}
    </Group>
  );
}

/** What is wrong with shares that are made by hand, in words. */
function useSharesProblem(step: DraftStep): string | undefined {
  const t = useText("campaign-wizard");
  const { distribution, variants } = step;
  if (distribution.mode === "ai" || variants.length === 1) return undefined;
  const most = MOST_VARIANTS.manual;
  if (variants.length > most) return t("sharesTooMany", { most });
  const total = sumOfShares(step);
  return total === 100 ? undefined : t("sharesWrong", { total });
}
