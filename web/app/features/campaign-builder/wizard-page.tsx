import { Button } from "@mantine/core";
import { useLoaderData, useNavigate, useRevalidator } from "@remix-run/react";
import { IconPlayerPlay } from "@tabler/icons-react";
import { type Campaign, DEFAULT_NAME } from "@thaw/core/campaigns/campaign/campaign.schema";
import { DEFAULT_SUBSEQUENCE_NAME } from "@thaw/core/campaigns/subsequence/subsequence.schema";
import { useEffect, useState } from "react";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toasts.ts";
import { Wizard } from "../../components/wizard.tsx";
import { useText } from "../../messages/text.tsx";
import { ApprovalNotice } from "../campaign/approval-notice.tsx";
import { campaignPath } from "../campaign/campaign-path.ts";
import { CampaignStatusBadge } from "../campaign/campaign-status.tsx";
import { UNDO_SECONDS } from "../campaign/use-campaign-change.ts";
import { BuilderProvider, useBuilder, useRefusalText } from "./builder.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { CurrentStep } from "./current-step.tsx";
import type { loadNewSubsequence, loadWizard } from "./load-wizard.server.ts";
import { NameField } from "./name-field.tsx";
import { run } from "./run.ts";
import { type Built, stepAddress, stepsOf, type WizardStepId } from "./steps.ts";
import "./wizard.css";

type Loaded = Awaited<ReturnType<typeof loadWizard | typeof loadNewSubsequence>>;

/** What was loaded, with what it is of and the campaign that a subsequence is of, which there may not be yet. */
function useWizard() {
  const loaded = useLoaderData<() => Promise<Loaded>>();
  const { campaign } = loaded;
  const parentId = "parentId" in loaded ? loaded.parentId : campaign?.parent_id;
  const built: Built = campaign ?? (parentId === undefined ? null : { parent_id: parentId });
  return { loaded, campaign, built, parentId };
}

/** Builds a campaign, or a subsequence of one. */
export function WizardPage() {
  const { campaign, parentId } = useWizard();
  const t = useText("campaign-wizard");
  const begun = campaign?.status === "DRAFTED" ? null : campaign;
  const untitled = parentId === undefined ? DEFAULT_NAME : DEFAULT_SUBSEQUENCE_NAME;
  return (
    <BuilderProvider campaignId={campaign?.id} parentId={parentId}>
      <Page
        title={<NameField name={campaign?.name ?? untitled} />}
        sentence={t(begun ? "sentenceRunning" : "sentence")}
        breadcrumb={
          begun
            ? [
                {
                  label: t(parentId === undefined ? "backToCampaign" : "backToSubsequence"),
                  to: `${campaignPath(begun)}/analytics`,
                },
              ]
            : []
        }
        action={
          campaign ? (
            <CampaignStatusBadge status={campaign.status} approval={campaign.approval?.state} />
          ) : null
        }
      >
        <WizardBody />
      </Page>
    </BuilderProvider>
  );
}

function WizardBody() {
  const { loaded, campaign, built } = useWizard();
  const t = useText("campaign-wizard");
  const { save } = useBuilder();
  const done = {
    condition: campaign?.condition !== undefined,
    leads: loaded.step === "leads" ? loaded.data.total > 0 : (campaign?.figures.leads ?? 0) > 0,
    sequence: (campaign?.step_count ?? 0) > 0,
    setup: campaign?.schedule !== undefined && campaign.mailbox_ids.length > 0,
    review: false,
  };
  const steps = stepsOf(built).map((id, index) => ({
    id,
    title: t(`step.${id}`),
    to: stepAddress(built, id),
    isDone: done[id],
    isOpen: campaign !== null || index === 0,
  }));
  return (
    <Wizard steps={steps} current={loaded.step} save={save} actions={<LeadOn />}>
      <WizardStatus />
      <ConflictNotice />
      <CurrentStep />
    </Wizard>
  );
}

/** That the campaign's start waits for someone. */
function WizardStatus() {
  const { campaign, approval } = useLoaderData<typeof loadWizard>();
  useWithdrawal();
  if (!campaign) return null;
  return approval ? <ApprovalNotice campaign={campaign} view={approval} /> : null;
}

/** A change that is saved has withdrawn the request to start: the page says so at once. */
function useWithdrawal() {
  const { campaign } = useLoaderData<typeof loadWizard>();
  const { save } = useBuilder();
  const { revalidate } = useRevalidator();
  const isAsked = campaign?.approval?.state === "asked";
  const isSaved = save?.state === "saved";
  useEffect(() => {
    if (isAsked && isSaved) revalidate();
  }, [isAsked, isSaved, revalidate]);
}

/** The button that leads on: to the next step, and from the last one to the running campaign. */
function LeadOn() {
  const { loaded, campaign, built } = useWizard();
  const steps = stepsOf(built);
  const next = steps[steps.indexOf(loaded.step) + 1];
  if (next) return <NextButton next={next} built={built} />;
  // The person who decides has the button above.
  if (campaign?.approval?.state === "asked") return null;
  return campaign && (campaign.status === "DRAFTED" || campaign.status === "PAUSED") ? (
    <StartButton campaign={campaign} />
  ) : null;
}

function NextButton({ next, built }: { next: WizardStepId; built: Built }) {
  const t = useText("campaign-wizard");
  const navigate = useNavigate();
  const copy = useRefusalText();
  const { ensureCampaign } = useBuilder();
  const [isBusy, setIsBusy] = useState(false);
  const go = async () => {
    setIsBusy(true);
    const made = await ensureCampaign();
    setIsBusy(false);
    if (made.ok) navigate(stepAddress({ ...built, id: made.data }, next));
    else toast.failed(t("notSaved"), copy(made));
  };
  return (
    <Button onClick={() => void go()} loading={isBusy}>
      {t("nextTo", { step: t(`step.${next}`) })}
    </Button>
  );
}

function StartButton({ campaign }: { campaign: Campaign }) {
  const t = useText("campaign-wizard");
  const approval = useText("approval");
  const navigate = useNavigate();
  const copy = useRefusalText();
  const loaded = useLoaderData<typeof loadWizard>();
  const [isBusy, setIsBusy] = useState(false);
  const isReady = loaded.step === "review" && loaded.data.problems.length === 0;
  const undo = async () => {
    const answer = await run("undoStart", { campaign_id: campaign.id });
    if (!answer.ok) return toast.failed(t("notUndone"), answer.message || copy(answer));
    toast.done(t("startUndone", { name: campaign.name }));
    navigate(stepAddress(answer.data, "review"));
  };
  const start = async () => {
    setIsBusy(true);
    const answer = await run("startCampaign", {
      campaign_id: campaign.id,
      undo_seconds: UNDO_SECONDS,
    });
    setIsBusy(false);
    if (!answer.ok) return toast.failed(t("notStarted"), answer.message || copy(answer));
    const { name } = campaign;
    if (answer.data.undo_until) {
      toast.undoable(t("started", { name }), () => void undo());
    } else if (answer.data.status === "ACTIVE") toast.done(t("started", { name }));
    else toast.done(approval("askedToast", { name }));
    navigate(`${campaignPath(campaign)}/analytics`);
  };
  return (
    <Button
      onClick={() => void start()}
      loading={isBusy}
      disabled={!isReady}
      leftSection={<IconPlayerPlay size={16} />}
    >
      {t(campaign.parent_id === undefined ? "startCampaign" : "startSubsequence")}
    </Button>
  );
}
