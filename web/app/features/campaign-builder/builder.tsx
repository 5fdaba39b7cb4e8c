import { type Location, useNavigate } from "@remix-run/react";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Answer, Refusal } from "../../answer.ts";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import type { SaveState } from "../../components/wizard.tsx";
import { useText } from "../../messages/text.tsx";
import { readNow } from "../../state/clock.ts";
import { useLatest } from "../../state/use-latest.ts";
import { run } from "./run.ts";
import { type Autosave, type SaveEvent, type SaveResult, useAutosave } from "./use-autosave.ts";

type Builder = {
  /** Undefined until something was saved for the first time. */
  campaignId: number | undefined;
  /** The campaign's id; makes the draft when there is none yet. */
  ensureCampaign: () => Promise<Answer<number>>;
  save: SaveState | null;
  report: (event: SaveEvent) => void;
  /** Someone else has saved the same meanwhile. */
  conflict: Conflict | null;
  setConflict: (conflict: Conflict | null) => void;
  register: (autosave: Autosave) => () => void;
};

export type Conflict = {
  message: string;
  keepMine: () => Promise<unknown>;
  takeTheirs: () => void;
};

const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error("There is no builder around this");
  return builder;
}

/** What a refusal says to the user. */
export function useRefusalText(): (refusal: Refusal) => string {
  const t = useText("campaign-wizard");
  return ({ message, fields }) => Object.values(fields)[0]?.[0] ?? (message || t("offline"));
}

type Props = {
  campaignId: number | undefined;
  /** Of which campaign a subsequence is built, if one is. */
  parentId: number | undefined;
  children: ReactNode;
};

export function BuilderProvider({ campaignId, parentId, children }: Props) {
  const navigate = useNavigate();
  const copy = useRefusalText();
  const [save, setSave] = useState<SaveState | null>(campaignId ? null : { state: "new" });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const autosaves = useRef(new Set<Autosave>());
  const creating = useRef<Promise<Answer<number>>>(undefined);

  const report = (event: SaveEvent) => {
    if (event.state === "failed") setSave({ state: "failed", message: copy(event) });
    else if (event.state === "saving") setSave({ state: "saving" });
    else setSave({ state: "saved", at: new Date(readNow()).toISOString() });
  };
  const ensureCampaign = async (): Promise<Answer<number>> => {
    if (campaignId !== undefined) return { ok: true, data: campaignId };
    const create = () =>
      parentId === undefined
        ? run("createCampaign", {})
        : run("createSubsequence", { campaign_id: parentId });
    creating.current ??= create().then((answer) => {
      if (!answer.ok) {
        creating.current = undefined;
        return answer;
      }
      const { id } = answer.data;
      report({ state: "saved" });
      // The address alone: what is on the screen stays as it is.
      navigate(`?id=${id}`, { replace: true, preventScrollReset: true });
      return { ok: true, data: id };
    });
    return creating.current;
  };
  const register = (autosave: Autosave) => {
    autosaves.current.add(autosave);
    return () => void autosaves.current.delete(autosave);
  };
  const builder: Builder = {
    campaignId,
    ensureCampaign,
    save,
    report,
    conflict,
    setConflict,
    register,
  };
  return (
    <BuilderContext.Provider value={builder}>
      {children}
      <LeaveGuard autosaves={autosaves} />
    </BuilderContext.Provider>
  );
}

let turn: Promise<unknown> = Promise.resolve();

/** Saves of one campaign wait for each other: each names the revision that it saw. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work, work);
  turn = mine;
  return mine;
}

/** What the person saw of a part before they changed it; undefined: they overwrite whatever there is. */
export type Seen<Value> = { current: Value | undefined };

/** An autosave that the wizard shows and waits for before it moves on. */
export function useBuilderAutosave<Value>(options: {
  value: Value;
  save: (campaignId: number, value: Value) => Promise<SaveResult>;
  startsUnsaved?: boolean;
  /** Only a person saves it. */
  isByHand?: boolean;
  seen: Seen<unknown>;
}): Autosave {
  const { ensureCampaign, report, register, setConflict } = useBuilder();
  const settle = (result: SaveResult): SaveResult => {
    if (result.ok) setConflict(null);
    else if (result.code === "conflict") {
      setConflict({
        message: result.message,
        keepMine: () => {
          options.seen.current = undefined;
          return own.current?.flush({ byHand: true }) ?? Promise.resolve();
        },
        takeTheirs: () => window.location.reload(),
      });
    }
    return result;
  };
  const autosave = useAutosave<Value>({
    value: options.value,
    save: async (value) => {
      const campaign = await ensureCampaign();
      if (!campaign.ok) return campaign;
      return settle(await inTurn(() => options.save(campaign.data, value)));
    },
    onEvent: report,
    startsUnsaved: options.startsUnsaved ?? false,
    isByHand: options.isByHand ?? false,
  });
  const own = useLatest(autosave);
  const registerOnce = useRef(register);
  useEffect(() => registerOnce.current(autosave), [autosave]);
  return autosave;
}

/** Saves before a step or the wizard is left; asks only when that did not work. */
function LeaveGuard({ autosaves }: { autosaves: RefObject<Set<Autosave>> }) {
  const all = () => [...(autosaves.current ?? [])];
  const isDirty = () => all().some((autosave) => autosave.isDirty());
  const save = async () => {
    const saved = await Promise.all(all().map((autosave) => autosave.flush()));
    return saved.every(Boolean);
  };
  return <UnsavedGuard isDirty={isDirty} isLeft={isOtherStep} save={save} />;
}

function isOtherStep(from: Location, to: Location): boolean {
  const stepOf = ({ search }: Location) => new URLSearchParams(search).get("step");
  return from.pathname !== to.pathname || stepOf(from) !== stepOf(to);
}
