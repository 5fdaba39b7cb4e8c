import { Anchor, Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { type FormEvent, useEffect, useState } from "react";
import type { Refusal } from "../../answer.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { loader as appLoader } from "../../routes/_app/route.tsx";
import { useRefusalText } from "./builder.tsx";
import type { SampleLead } from "./load-step.server.ts";
import type { loadWizard } from "./load-wizard.server.ts";
import { run } from "./run.ts";

export type TestMailProps = {
  campaignId: number;
  step: number;
  variant: Pick<Variant, "letter" | "subject" | "body">;
  /** Whom it is rendered for; an example when absent. */
  lead: SampleLead | undefined;
  attachments: readonly Attachment[];
};

type Senders = { id: number; email: string }[];

/** The mailboxes to send from, and sending. */
function useTestMail(
  { campaignId, lead, attachments, ...mail }: TestMailProps,
  onSent: (to: string) => void,
) {
  const [senders, setSenders] = useState<Senders>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const read = async () => {
      const answer = await run("listTestSenders", { campaign_id: campaignId }, ended.signal);
      if (ended.signal.aborted) return;
      setSenders(answer.ok ? answer.data : []);
      setRefusal(answer.ok ? undefined : answer);
    };
    void read();
    return () => ended.abort();
  }, [campaignId]);
  const send = async (to: string, mailbox_id: number) => {
    setBusy(true);
    const answer = await run("sendTestMail", {
      ...mail,
      campaign_id: campaignId,
      to,
      mailbox_id,
      attachments: [...attachments],
      ...(lead ? { lead_id: lead.id } : {}),
    });
    setBusy(false);
    setRefusal(answer.ok ? undefined : answer);
    if (answer.ok) onSent(answer.data.to);
  };
  return { senders, refusal, isBusy, send };
}

export default function TestMailDialog({
  onClose,
  ...props
}: TestMailProps & { onClose: () => void }) {
  const t = useText("campaign-wizard");
  const [from, setFrom] = useState<number>();
  // One's own inbox is where a test is mostly looked at.
  const shell = useRouteLoaderData<typeof appLoader>("routes/_app");
  const [to, setTo] = useState(shell?.person.email ?? "");
  const { senders, refusal, isBusy, send } = useTestMail(props, (address) => {
    toast.done(t("testSent", { to: address }));
    onClose();
  });
  const { lead } = props;
  const sender = from ?? senders?.[0]?.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sender !== undefined) void send(to, sender);
  };
  return (
    <Dialog onClose={onClose} title={t("testMail")}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            {t("testMailText", { lead: lead ? lead.name || lead.email : t("testExample") })}
          </Text>
          <TextInput
            label={t("testTo")}
            type="email"
            required
            withAsterisk={false}
            error={refusal?.fields.to?.[0]}
            errorProps={{ role: "alert" }}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            data-autofocus
          />
          <SenderSelect senders={senders ?? []} sender={sender} onChoose={setFrom} />
          <Problem refusal={refusal} isWithoutSender={senders?.length === 0} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={isBusy} disabled={sender === undefined}>
              {t("testSend")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type SenderSelectProps = {
  senders: readonly { id: number; email: string }[];
  sender: number | undefined;
  onChoose: (mailboxId: number) => void;
};

function SenderSelect({ senders, sender, onChoose }: SenderSelectProps) {
  const t = useText("campaign-wizard");
  const isBorrowed = !useHasSenders();
  return (
    <NativeSelect
      label={t("testFrom")}
      description={isBorrowed && senders.length > 0 ? t("testBorrowed") : undefined}
      disabled={senders.length === 0}
      value={String(sender ?? "")}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      data={senders.map(({ id, email }) => ({ value: String(id), label: email }))}
    />
  );
}

type ProblemProps = { refusal: Refusal | undefined; isWithoutSender: boolean };

function Problem({ refusal, isWithoutSender }: ProblemProps) {
  const t = useText("campaign-wizard");
  const copy = useRefusalText();
  const hasSenders = useHasSenders();
  // What is wrong with the address stands below it.
  if (refusal ? refusal.fields.to : !isWithoutSender) return null;
  if (!refusal && !hasSenders) return <NoMailbox />;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {refusal ? copy(refusal) : t("testNoSenders")}
    </Text>
  );
}

/** There is nothing to send from yet. */
function NoMailbox() {
  const t = useText("campaign-wizard");
  return (
    <Text size="sm" role="alert">
      {t("noMailboxes")}{" "}
      <Anchor component={Link} to="/app/email-accounts/new" inherit>
        {t("connectMailbox")}
      </Anchor>
    </Text>
  );
}

/** Whether the campaign has mailboxes of its own: they come after the sequence. */
const useHasSenders = () =>
  (useLoaderData<typeof loadWizard>().campaign?.mailbox_ids.length ?? 0) > 0;
