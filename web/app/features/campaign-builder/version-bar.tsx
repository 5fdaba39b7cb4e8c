import { Button, Group, Radio, Select, Stack, Text } from "@mantine/core";
import type { SequenceStep } from "@thaw/core/campaigns/sequence/sequence.schema";
import {
  type SequenceChange,
  sequenceDifference,
} from "@thaw/core/campaigns/sequence/sequence-difference";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { SaveNote } from "../../components/wizard.tsx";
import { useText } from "../../messages/text.tsx";
import { ChangeList } from "../sequence-version/change-list.tsx";
import { useBuilder } from "./builder.tsx";

/** What becomes of leads that are under way: they finish their version, all go on with this one, or those before a step. */
export type Moving = { kind: "finish" } | { kind: "all" } | { kind: "before"; step: number };

type Props = {
  version: number;
  before: readonly SequenceStep[];
  after: readonly SequenceStep[];
  save: (moving: Moving) => Promise<boolean>;
  onDiscard: () => void;
};

/** Of a campaign that has begun nothing is saved by itself: its changes are looked at, and saved as a version. */
export function VersionBar({ version, before, after, save, onDiscard }: Props) {
  const t = useText("sequence-versions");
  // The words of the list of changes are there before a click asks for them.
  useText("campaign-detail");
  const [isOpen, setIsOpen] = useState(false);
  const changes = sequenceDifference(before, after);
  return (
    <section className="panel" aria-label={t("unsaved")}>
      <Group p="md" justify="space-between">
        <Text size="sm">
          {changes.length > 0 ? t("changed", { count: changes.length }) : t("unchanged")}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" disabled={changes.length === 0} onClick={onDiscard}>
            {t("discard")}
          </Button>
          <Button disabled={changes.length === 0} onClick={() => setIsOpen(true)}>
            {t("look", { version: version + 1 })}
          </Button>
        </Group>
      </Group>
      {isOpen ? (
        <SaveVersion
          version={version + 1}
          changes={changes.map(asText)}
          lastStep={Math.max(before.length, 2)}
          save={save}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </section>
  );
}

/** Mails as people read them. */
function asText(change: SequenceChange): SequenceChange {
  if (change.change !== "body") return change;
  return { ...change, before: textOf(change.before), after: textOf(change.after) };
}

const textOf = (html: string) =>
  new DOMParser().parseFromString(
    html.replace(/<\/(p|div|li|h\d)>|<br\s*\/?>/gi, "$&\n"),
    "text/html",
  ).body.textContent;

type SaveProps = {
  version: number;
  changes: readonly SequenceChange[];
  lastStep: number;
  save: Props["save"];
  onClose: () => void;
};

function SaveVersion({ version, changes, lastStep, save, onClose }: SaveProps) {
  const t = useText("sequence-versions");
  const [kind, setKind] = useState<Moving["kind"]>("finish");
  const [step, setStep] = useState("2");
  const [isBusy, setIsBusy] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  // What keeps it from being saved stands above the page, which the dialog covers.
  const { save: saved } = useBuilder();
  const go = async () => {
    setIsBusy(true);
    const isSaved = await save(kind === "before" ? { kind, step: Number(step) } : { kind });
    setIsBusy(false);
    setIsRefused(!isSaved);
    if (isSaved) onClose();
  };
  const steps = Array.from({ length: lastStep - 1 }, (_, index) => String(index + 2));
  return (
    <Dialog onClose={onClose} title={t("saveTitle", { version })} size="xl">
      <Stack>
        <ChangeList changes={changes} />
        <Radio.Group
          label={t("whoFollows")}
          value={kind}
          onChange={(value) => setKind(value as Moving["kind"])}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="finish" label={t("theyFinish")} description={t("theyFinishText")} />
            <Radio value="all" label={t("allMove")} />
            <Radio value="before" label={t("someMove")} />
          </Stack>
        </Radio.Group>
        {kind === "before" ? (
          <Select
            ml="xl"
            w={280}
            aria-label={t("whom")}
            allowDeselect={false}
            value={step}
            onChange={(value) => setStep(value ?? "2")}
            data={steps.map((each) => ({
              value: each,
              label: t("before", { step: Number(each) }),
            }))}
          />
        ) : null}
        {isRefused && saved?.state === "failed" ? <SaveNote save={saved} /> : null}
        <DialogButtons onCancel={onClose}>
          <Button onClick={() => void go()} loading={isBusy}>
            {t("saveVersion", { version })}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
