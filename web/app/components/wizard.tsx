import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useText } from "../messages/text.tsx";
import { RelativeTime } from "./time.tsx";
import "./page.css";

export type SaveState =
  | { state: "new" }
  | { state: "saving" }
  | { state: "saved"; at: string }
  | { state: "failed"; message: string };

type Step = { id: string; title: string; to: string; isDone: boolean; isOpen: boolean };

type Props = {
  steps: readonly Step[];
  current: string;
  /** Null when nothing was changed since the page was loaded. */
  save: SaveState | null;
  /** The buttons that lead on, at the lower right. */
  actions: ReactNode;
  children: ReactNode;
};

/** All steps are shown; those that are open may be walked to, back as well. Each step is an address of its own. */
export function Wizard({ steps, current, save, actions, children }: Props) {
  const t = useText("lists");
  const at = steps.findIndex((step) => step.id === current);
  const back = steps[at - 1];
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <nav aria-label={t("steps")}>
          <ol className="steps">
            {steps.map((step, index) => (
              <WizardStep
                key={step.id}
                step={step}
                number={index + 1}
                isCurrent={step.id === current}
              />
            ))}
          </ol>
        </nav>
        {save ? <SaveNote save={save} /> : null}
      </Group>
      {children}
      <Group justify="space-between">
        {back ? (
          <Anchor component={Link} to={back.to} size="sm" prefetch="intent">
            {t("back")}
          </Anchor>
        ) : (
          <span />
        )}
        <Group gap="xs">{actions}</Group>
      </Group>
    </Stack>
  );
}

function WizardStep(props: { step: Step; number: number; isCurrent: boolean }) {
  const { step, number, isCurrent } = props;
  const mark = step.isDone && !isCurrent ? <IconCheck size={14} aria-hidden /> : number;
  const content = (
    <>
      <span className="step-number">{mark}</span>
      <span className="step-title">{step.title}</span>
    </>
  );
  if (isCurrent || !step.isOpen) {
    const state = isCurrent ? "current" : "closed";
    return (
      <li className="step" data-state={state} {...(isCurrent ? { "aria-current": "step" } : {})}>
        {content}
      </li>
    );
  }
  return (
    <li>
      <Anchor component={Link} to={step.to} className="step" underline="never" prefetch="intent">
        {content}
      </Anchor>
    </li>
  );
}

/** "Saved 3 min ago", for builders that save by themselves. */
export function SaveNote({ save }: { save: SaveState }) {
  const t = useText("lists");
  if (save.state === "failed") {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {t("notSavedBecause", { reason: save.message })}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" component="output">
      {save.state === "new" ? t("notSaved") : null}
      {save.state === "saving" ? t("saving") : null}
      {save.state === "saved"
        ? t.rich("savedAgo", { time: () => <RelativeTime at={save.at} hasSeconds /> })
        : null}
    </Text>
  );
}
