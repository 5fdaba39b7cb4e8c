import { Skeleton } from "@mantine/core";
import { isLinkedIn } from "@thaw/core/campaigns/sequence/step-type.schema";
import { Suspense, useRef, useState } from "react";
import { refusedHere } from "../../answer.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useFieldText } from "../../use-validation.ts";
import type { RenderLine } from "../../validation.ts";
import { AttachmentsField } from "../upload/attachments-field.tsx";
import { type Seen, useBuilderAutosave } from "./builder.tsx";
import { LinkedInEditor } from "./linkedin-editor.tsx";
import type { SequenceData } from "./load-step.server.ts";
import { MailEditor } from "./mail-editor.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { run } from "./run.ts";
import {
  changeAttachments,
  changeVariant,
  type DraftStep,
  draftProblems,
  duplicate,
  insertAfter,
  move,
  remove,
  toDraft,
  toSteps,
} from "./sequence-draft.ts";
import { StepList } from "./step-list.tsx";
import { StepTypeField } from "./step-type-field.tsx";
import { VariantBar } from "./variant-bar.tsx";
import { type Moving, VersionBar } from "./version-bar.tsx";
import type { MailFiles } from "./writing-props.ts";

type Kind = { isSubsequence: boolean };

/** Where the page began with a LinkedIn step, the words around mails are still to come. */
const ARRIVING = <Skeleton height={320} />;

async function save(
  campaign_id: number,
  draft: readonly DraftStep[],
  { seen, render, ...kind }: Kind & { seen: Seen<number>; render: RenderLine },
) {
  const [problem] = draftProblems(draft, render, kind).values();
  if (problem) return refusedHere(problem);
  const answer = await run("saveSequence", {
    campaign_id,
    steps: toSteps(draft),
    ...(seen.current === undefined ? {} : { expected_revision: seen.current }),
  });
  if (answer.ok) seen.current = answer.data.revision;
  return answer;
}

/** Leads that are under way go on with what was just saved, where that was chosen. */
async function followUp(campaign_id: number, moving: Moving) {
  if (moving.kind === "finish") return { ok: true } as const;
  const before = moving.kind === "before" ? { before_step: moving.step } : {};
  return run("moveToLiveVersion", { campaign_id, ...before });
}

export default function SequenceStep({ data }: { data: SequenceData }) {
  const t = useText("campaign-wizard");
  const render = useFieldText();
  const [draft, setDraft] = useState(() => toDraft(data.steps));
  const [selected, setSelected] = useState(0);
  const [letter, setLetter] = useState("A");
  const seen = useRef<number | undefined>(data.revision);
  const moving = useRef<Moving>({ kind: "finish" });
  const [live, setLive] = useState({ version: data.version, steps: data.steps });
  const autosave = useBuilderAutosave({
    value: draft,
    save: async (id, value) => {
      const answer = await save(id, value, { ...data, seen, render });
      if (answer.ok) setLive(answer.data);
      return answer.ok ? followUp(id, moving.current) : answer;
    },
    seen,
    isByHand: data.hasBegun,
  });
  const saveVersion = async (chosen: Moving) => {
    moving.current = chosen;
    const isSaved = await autosave.flush({ byHand: true });
    moving.current = { kind: "finish" };
    return isSaved;
  };

  const index = Math.min(selected, draft.length - 1);
  const step = draft[index];
  const variant = step?.variants.find((each) => each.letter === letter) ?? step?.variants[0];
  const show = (next: DraftStep[], at: number) => {
    setDraft(next);
    setSelected(at);
  };
  const changes = {
    select: setSelected,
    wait: (at: number, delayInDays: number | "") =>
      setDraft(draft.map((each, one) => (one === at ? { ...each, delayInDays } : each))),
    insertAfter: (at: number) => show(insertAfter(draft, at), at + 1),
    duplicate: (at: number) => show(duplicate(draft, at), at + 1),
    move: (from: number, to: number) => show(move(draft, from, to), to),
    remove: (at: number) => {
      show(remove(draft, at), Math.max(0, at - 1));
      toast.undoable(t("deleted", { number: at + 1 }), () => show(draft, at));
    },
  };
  if (!step || !variant) return null;
  const files: MailFiles = {
    attachments: step.attachments,
    onChange: (change) => setDraft((now) => changeAttachments(now, step.key, change)),
  };
  const firstMail = draft.findIndex(({ type }) => !isLinkedIn(type));
  const write = (change: { subject?: string; body?: string }) =>
    setDraft((now) => changeVariant(now, { index, letter: variant.letter }, change));
  return (
    <>
      {data.hasBegun ? (
        <VersionBar
          version={live.version}
          before={toSteps(toDraft(live.steps))}
          after={toSteps(draft)}
          save={saveVersion}
          onDiscard={() => show(toDraft(live.steps), 0)}
        />
      ) : null}
      <div className="wizard-sequence">
        <StepList
          draft={draft}
          problems={draftProblems(draft, render, data)}
          selected={index}
          firstWaits={data.isSubsequence}
          changes={changes}
        />
        <section className="panel wizard-editor" aria-label={t("email", { number: index + 1 })}>
          <StepTypeField
            step={step}
            hasLinkedIn={data.hasLinkedIn}
            onChange={(changed) => setDraft(draft.with(index, changed))}
          />
          <VariantBar
            step={step}
            letter={variant.letter}
            onLetter={setLetter}
            onChange={(changed) => setDraft(draft.with(index, changed))}
            onRemoved={(gone, before) =>
              toast.undoable(t("variantRemoved", { letter: gone }), () =>
                setDraft((present) => present.with(index, before)),
              )
            }
          />
          {isLinkedIn(step.type) ? (
            <LinkedInEditor
              type={step.type}
              variant={variant}
              customFields={data.customFields}
              onChange={write}
            />
          ) : (
            <Suspense fallback={ARRIVING}>
              <MailEditor
                key={`${step.key} ${variant.letter} ${step.variants.length}`}
                variant={variant}
                isFirst={index === firstMail && !data.isSubsequence}
                customFields={data.customFields}
                onChange={write}
                files={files}
              />
              <AttachmentsField key={step.key} {...files} />
            </Suspense>
          )}
        </section>
        <MailPreview
          step={index + 1}
          type={step.type}
          variant={variant}
          attachments={step.attachments}
          leads={data.leads}
        />
      </div>
    </>
  );
}
