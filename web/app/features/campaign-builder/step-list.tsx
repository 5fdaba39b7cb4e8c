import { ActionIcon, Button, Menu, NumberInput, Text, UnstyledButton } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconPlus,
  IconRowInsertBottom,
  IconTrash,
} from "@tabler/icons-react";
import { STEP_TEXTS } from "@thaw/core/campaigns/sequence/step-type.schema";
import { useText } from "../../messages/text.tsx";
import { textOfHtml } from "./mail-html.ts";
import type { DraftStep } from "./sequence-draft.ts";

export type StepChanges = {
  select: (index: number) => void;
  wait: (index: number, days: number | "") => void;
  insertAfter: (index: number) => void;
  duplicate: (index: number) => void;
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
};

type Props = {
  draft: readonly DraftStep[];
  problems: ReadonlyMap<number, string>;
  selected: number;
  /** The first mail too may wait: for days since the lead came in. */
  firstWaits: boolean;
  changes: StepChanges;
};

/** The steps from top to bottom with the days that pass between them. */
export function StepList({ draft, problems, selected, firstWaits, changes }: Props) {
  const t = useText("campaign-wizard");
  const types = useText("step-types");
  return (
    <nav aria-label={t("sequence")}>
      <ol className="wizard-steps">
        {draft.map((step, index) => (
          <li key={step.key}>
            {index > 0 || firstWaits ? (
              <Waiting
                index={index}
                days={step.delayInDays}
                problem={problems.get(index)}
                onChange={(days) => changes.wait(index, days)}
              />
            ) : null}
            <div className="wizard-step" data-selected={index === selected || undefined}>
              <UnstyledButton
                className="wizard-step-open"
                aria-current={index === selected ? "step" : undefined}
                onClick={() => changes.select(index)}
              >
                <Text fw={500}>
                  {step.type === "EMAIL"
                    ? t("email", { number: index + 1 })
                    : t("stepNamed", { number: index + 1, type: types(step.type) })}
                </Text>
                <Text size="xs" truncate className="wizard-step-text">
                  {summaryOf(step) || t(needsText(step) ? "empty" : "nothingToWrite")}
                </Text>
              </UnstyledButton>
              <StepMenu index={index} count={draft.length} changes={changes} />
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<IconPlus size={16} />}
        onClick={() => changes.insertAfter(draft.length - 1)}
      >
        {t("addStep")}
      </Button>
    </nav>
  );
}

function summaryOf({ variants: [first] }: DraftStep): string {
  return first ? first.subject.trim() || textOfHtml(first.body) : "";
}

const needsText = ({ type }: DraftStep) => STEP_TEXTS[type].text === "needed";

type WaitingProps = {
  index: number;
  days: number | "";
  problem: string | undefined;
  onChange: (days: number | "") => void;
};

function Waiting({ index, days, problem, onChange }: WaitingProps) {
  const t = useText("campaign-wizard");
  return (
    <div className="wizard-wait">
      <span>{t("waitBefore")}</span>
      <NumberInput
        size="xs"
        w={64}
        min={index === 0 ? 0 : 1}
        max={365}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        aria-label={t("waitDays", { number: index + 1 })}
        value={days}
        error={problem !== undefined}
        onChange={(value) => onChange(value === "" ? "" : Number(value))}
      />
      <span>{t("waitAfter", { days: Number(days) })}</span>
      {problem ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
          {problem}
        </Text>
      ) : null}
    </div>
  );
}

function StepMenu(props: { index: number; count: number; changes: StepChanges }) {
  const { index, count, changes } = props;
  const t = useText("campaign-wizard");
  const items = [
    {
      label: t("insertBelow"),
      icon: IconRowInsertBottom,
      run: () => changes.insertAfter(index),
    },
    { label: t("duplicate"), icon: IconCopy, run: () => changes.duplicate(index) },
    {
      label: t("moveUp"),
      icon: IconArrowUp,
      run: () => changes.move(index, index - 1),
      isOff: index === 0,
    },
    {
      label: t("moveDown"),
      icon: IconArrowDown,
      run: () => changes.move(index, index + 1),
      isOff: index === count - 1,
    },
    {
      label: t("delete"),
      icon: IconTrash,
      run: () => changes.remove(index),
      isOff: count === 1,
      takesAway: true,
    },
  ];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("stepActions", { number: index + 1 })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: ItemIcon, run, isOff, takesAway }) => (
          <Menu.Item
            key={label}
            {...(takesAway && !isOff ? { c: "var(--tone-red)" } : {})}
            leftSection={<ItemIcon size={16} />}
            onClick={run}
            disabled={isOff ?? false}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
