import { Button, Group, Loader, MultiSelect, Stack, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { Member } from "@thaw/core/accounts/team/team.schema";
import { useEffect, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.team-members/route.tsx";
import type { loader } from "../../routes/app.team-choices/route.ts";
import { TEAM } from "./team-page.ts";

type Props = { member: Member; onClose: () => void };

/** What a limited member works with: each choice is saved as it is made. */
export function AssignDialog({ member, onClose }: Props) {
  const t = useText("team");
  const choices = useFetcher<typeof loader>();
  const name = member.name || member.email;
  const { load } = choices;
  useEffect(() => load(`/app/team-choices?member_id=${member.id}`), [load, member.id]);
  const { data } = choices;
  return (
    <Dialog onClose={onClose} title={t("assignTitle", { name })} centered>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("assignText")}
        </Text>
        {data ? (
          <>
            <Given
              memberId={member.id}
              field="campaign_ids"
              label={t("campaigns")}
              given={data.given.campaigns.map(({ id, name: label }) => ({ id, label }))}
              choices={data.campaigns.map(({ id, name: label }) => ({ id, label }))}
            />
            <Given
              memberId={member.id}
              field="mailbox_ids"
              label={t("mailboxes")}
              given={data.given.mailboxes.map(({ id, email: label }) => ({ id, label }))}
              choices={data.mailboxes.map(({ id, email: label }) => ({ id, label }))}
            />
          </>
        ) : (
          <Loader size="sm" />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("done")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Choice = { id: number; label: string };
type GivenProps = {
  memberId: number;
  field: "campaign_ids" | "mailbox_ids";
  label: string;
  given: Choice[];
  choices: Choice[];
};

function Given({ memberId, field, label, given, choices }: GivenProps) {
  const t = useText("team");
  const fetcher = useFetcher<typeof action>();
  const [chosen, setChosen] = useState(given.map(({ id }) => String(id)));
  useActionResult(fetcher.data, "assign", ({ campaigns, mailboxes }) => {
    const now = field === "campaign_ids" ? campaigns : mailboxes;
    setChosen(now.map(({ id }) => String(id)));
  });
  const known = new Map([...choices, ...given].map((choice) => [choice.id, choice.label]));
  const change = (after: string[]) => {
    const added = after.filter((id) => !chosen.includes(id));
    const changed = added.length > 0 ? added : chosen.filter((id) => !after.includes(id));
    const ids = Object.fromEntries(changed.map((id, index) => [`${field}[${index}]`, id]));
    setChosen(after);
    fetcher.submit(
      { intent: "assign", member_id: memberId, is_assigned: added.length > 0, ...ids },
      { method: "post", action: TEAM },
    );
  };
  return (
    <MultiSelect
      label={label}
      data={[...known].map(([id, text]) => ({ value: String(id), label: text }))}
      value={chosen}
      onChange={change}
      {...(chosen.length === 0 ? { placeholder: t("noneGiven") } : {})}
      searchable
      clearable={false}
      disabled={fetcher.state !== "idle"}
    />
  );
}
