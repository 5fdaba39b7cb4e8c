import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import type { Refusal } from "../../answer.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useRefusalWords } from "./builder.tsx";
import { run } from "./run.ts";
import type { TestMailProps } from "./test-mail.tsx";

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
  const [to, setTo] = useState("");
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
          <NativeSelect
            label={t("testFrom")}
            disabled={!senders?.length}
            value={String(sender ?? "")}
            onChange={(event) => setFrom(Number(event.currentTarget.value))}
            data={(senders ?? []).map(({ id, email }) => ({ value: String(id), label: email }))}
          />
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

type ProblemProps = { refusal: Refusal | undefined; isWithoutSender: boolean };

function Problem({ refusal, isWithoutSender }: ProblemProps) {
  const t = useText("campaign-wizard");
  const words = useRefusalWords();
  // What is wrong with the address stands below it.
  if (refusal ? refusal.fields.to : !isWithoutSender) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {refusal ? words(refusal) : t("testNoSenders")}
    </Text>
  );
}
