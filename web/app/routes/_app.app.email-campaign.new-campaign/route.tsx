import { Alert, Anchor, Button } from "@mantine/core";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlayerPlay } from "@tabler/icons-react";
import { requirePermission } from "@thaw/core/actor";
import { getCampaign } from "@thaw/core/campaign/campaign";
import { DEFAULT_NAME } from "@thaw/core/campaign/campaign.schema";
import { parse } from "@thaw/core/operation";
import { Id } from "@thaw/core/page.schema";
import { useState } from "react";
import { CampaignStatusBadge } from "../../components/campaign-status.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toasts.ts";
import { Wizard } from "../../components/wizard.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { readPreferences } from "../../preferences.server.ts";
import { requireActor } from "../../session.server.ts";
import { BuilderProvider, useBuilder, useRefusalWords } from "./builder.tsx";
import { LeadsStep } from "./leads-step.tsx";
import { loadLeads, loadReview, loadSequence, loadSetup } from "./load-step.server.ts";
import { NameField } from "./name-field.tsx";
import { ReviewStep } from "./review-step.tsx";
import { run } from "./run.ts";
import { SequenceStep } from "./sequence-step.tsx";
import { SetupStep } from "./setup-step.tsx";
import { stepAddress, stepOf, WIZARD_STEPS, type WizardStepId } from "./steps.ts";
import "./wizard.css";

const NO_LEADS = { current: undefined, first: [], total: 0 };

export const meta = titled("campaign-wizard", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  requirePermission(actor, "campaigns:write");
  const params = new URL(request.url).searchParams;
  const id = params.get("id");
  if (!id) return { step: "leads" as const, campaign: null, data: NO_LEADS };
  const campaign = await getCampaign(actor, { campaign_id: parse(Id, id) });
  // These take no changes.
  if (campaign.status === "STOPPED" || campaign.status === "ARCHIVED") {
    throw redirect(`/app/email-campaign/${campaign.id}/analytics`);
  }
  const step = stepOf(params);
  switch (step) {
    case "leads":
      return { step, campaign, data: await loadLeads(actor, campaign.id) };
    case "sequence":
      return { step, campaign, data: await loadSequence(actor, campaign.id) };
    case "setup": {
      const { timeZone } = readPreferences(request);
      return { step, campaign, data: await loadSetup(actor, campaign, timeZone) };
    }
    case "review":
      return { step, campaign, data: await loadReview(actor, campaign) };
  }
}

export default function NewCampaignPage() {
  const { campaign } = useLoaderData<typeof loader>();
  const t = useText("campaign-wizard");
  const isRunning = campaign !== null && campaign.status !== "DRAFTED";
  return (
    <BuilderProvider campaignId={campaign?.id}>
      <Page
        title={<NameField name={campaign?.name ?? DEFAULT_NAME} />}
        sentence={t(isRunning ? "sentenceRunning" : "sentence")}
        action={campaign ? <CampaignStatusBadge status={campaign.status} /> : null}
      >
        <WizardBody />
      </Page>
    </BuilderProvider>
  );
}

function WizardBody() {
  const loaded = useLoaderData<typeof loader>();
  const { step: current, campaign } = loaded;
  const t = useText("campaign-wizard");
  const { save } = useBuilder();
  const done = {
    leads: loaded.step === "leads" ? loaded.data.total > 0 : (campaign?.figures.leads ?? 0) > 0,
    sequence: (campaign?.step_count ?? 0) > 0,
    setup: campaign?.schedule !== undefined && campaign.mailbox_ids.length > 0,
    review: false,
  };
  const steps = WIZARD_STEPS.map((id) => ({
    id,
    title: t(`step.${id}`),
    to: stepAddress(campaign?.id, id),
    isDone: done[id],
    isOpen: campaign !== null || id === "leads",
  }));
  return (
    <Wizard steps={steps} current={current} save={save} actions={<LeadOn />}>
      {campaign && campaign.status !== "DRAFTED" ? (
        <Alert color="ice" variant="light" title={t("notADraft")}>
          <Anchor component={Link} to={`/app/email-campaign/${campaign.id}/analytics`}>
            {t("openCampaign")}
          </Anchor>
        </Alert>
      ) : null}
      <CurrentStep />
    </Wizard>
  );
}

function CurrentStep() {
  const loaded = useLoaderData<typeof loader>();
  switch (loaded.step) {
    case "leads":
      return <LeadsStep data={loaded.data} />;
    case "sequence":
      return <SequenceStep data={loaded.data} />;
    case "setup":
      return <SetupStep data={loaded.data} />;
    case "review":
      return <ReviewStep campaignId={loaded.campaign.id} data={loaded.data} />;
  }
}

/** The button that leads on: to the next step, and from the last one to the running campaign. */
function LeadOn() {
  const { step, campaign } = useLoaderData<typeof loader>();
  const next: WizardStepId | undefined = WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1];
  if (next) return <NextButton next={next} />;
  return campaign && (campaign.status === "DRAFTED" || campaign.status === "PAUSED") ? (
    <StartButton campaignId={campaign.id} name={campaign.name} />
  ) : null;
}

function NextButton({ next }: { next: WizardStepId }) {
  const t = useText("campaign-wizard");
  const navigate = useNavigate();
  const words = useRefusalWords();
  const { ensureCampaign } = useBuilder();
  const [isBusy, setIsBusy] = useState(false);
  const go = async () => {
    setIsBusy(true);
    const campaign = await ensureCampaign();
    setIsBusy(false);
    if (campaign.ok) navigate(stepAddress(campaign.data, next));
    else toast.failed(t("notSaved"), words(campaign));
  };
  return (
    <Button onClick={() => void go()} loading={isBusy}>
      {t("nextTo", { step: t(`step.${next}`) })}
    </Button>
  );
}

function StartButton({ campaignId, name }: { campaignId: number; name: string }) {
  const t = useText("campaign-wizard");
  const navigate = useNavigate();
  const words = useRefusalWords();
  const loaded = useLoaderData<typeof loader>();
  const [isBusy, setIsBusy] = useState(false);
  const isReady = loaded.step === "review" && loaded.data.problems.length === 0;
  const start = async () => {
    setIsBusy(true);
    const answer = await run("startCampaign", { campaign_id: campaignId });
    setIsBusy(false);
    if (!answer.ok) return toast.failed(t("notStarted"), answer.message || words(answer));
    toast.done(t("started", { name }));
    navigate(`/app/email-campaign/${campaignId}/analytics`);
  };
  return (
    <Button
      onClick={() => void start()}
      loading={isBusy}
      disabled={!isReady}
      leftSection={<IconPlayerPlay size={16} />}
    >
      {t("startCampaign")}
    </Button>
  );
}
