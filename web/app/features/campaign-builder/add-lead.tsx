import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useBuilder, useRefusalText } from "./builder.tsx";
import { run } from "./run.ts";

const FIELDS = ["email", "first_name", "last_name", "company_name"] as const;
const EMPTY = { email: "", first_name: "", last_name: "", company_name: "" };
/** What became of the last one; `isAddress`: its address is to blame. */
type Said = { isGood: boolean; text: string; isAddress?: boolean };

/** One lead by hand. */
export function AddLead({ onAdded }: { onAdded: () => void }) {
  const t = useText("campaign-wizard");
  const copy = useRefusalText();
  const { ensureCampaign } = useBuilder();
  const [lead, setLead] = useState(EMPTY);
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const add = async (): Promise<Said> => {
    if (!lead.email.trim()) return { isGood: false, text: t("emailMissing"), isAddress: true };
    const campaign = await ensureCampaign();
    if (!campaign.ok) return { isGood: false, text: copy(campaign) };
    const filled = Object.fromEntries(Object.entries(lead).filter(([, value]) => value.trim()));
    const answer = await run("addLeads", { campaign_id: campaign.data, leads: [filled] });
    if (!answer.ok) return { isGood: false, text: copy(answer) };
    const [result] = answer.data.results;
    if (result?.outcome !== "imported") {
      return {
        isGood: false,
        text: result?.reason ?? t(`outcome.${result?.outcome ?? "invalid"}`),
        isAddress: result?.outcome === "invalid",
      };
    }
    setLead(EMPTY);
    onAdded();
    return { isGood: true, text: t("added", { email: result.email }) };
  };
  const send = async () => {
    setIsBusy(true);
    setSaid(await add());
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} className="panel" noValidate>
      <Stack gap="sm" p="md">
        <Title order={2}>{t("byHand")}</Title>
        <div className="wizard-lead">
          {FIELDS.map((name) => (
            <TextInput
              key={name}
              label={t(`field.${name}`)}
              type={name === "email" ? "email" : "text"}
              required={name === "email"}
              withAsterisk={false}
              error={name === "email" && said?.isAddress ? said.text : null}
              errorProps={{ role: "alert" }}
              value={lead[name]}
              onChange={(event) => setLead({ ...lead, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        <Group gap="sm">
          <Button type="submit" variant="default" loading={isBusy}>
            {t("addLead")}
          </Button>
          {said && !said.isAddress ? (
            <Text
              role={said.isGood ? "status" : "alert"}
              c={said.isGood ? "var(--tone-green)" : "var(--mantine-color-error)"}
            >
              {said.text}
            </Text>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}
