import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { MAX_SENDERS } from "@thaw/core/campaigns/campaign/campaign.schema";
import { useState } from "react";
import { Count } from "../../components/count.tsx";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import type { Sender } from "./load-step.server.ts";

/** A longer list is narrowed by the search. */
const SHOWN = 100;

const STATES: Record<Sender["state"], { tone: Tone; word: TextKey<"campaign-wizard"> }> = {
  CONNECTED: { tone: "good", word: "connected" },
  DISCONNECTED: { tone: "waiting", word: "disconnected" },
  ERROR: { tone: "failed", word: "connectionError" },
};

type Props = {
  mailboxes: readonly Sender[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
};

export function SenderPicker({ mailboxes, chosen, onChange }: Props) {
  const t = useText("campaign-wizard");
  const [search, setSearch] = useState("");
  const searchText = search.trim().toLowerCase();
  const matching = mailboxes.filter(({ email, name }) =>
    `${email} ${name}`.toLowerCase().includes(searchText),
  );
  const connected = matching.filter(({ state }) => state === "CONNECTED").map(({ id }) => id);
  const added = connected.filter((id) => !chosen.includes(id));
  const isTooMany = chosen.length > MAX_SENDERS;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <Stack gap="sm" p="md" className="panel" component="section">
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t("senders")}</Title>
        <Text c={isTooMany ? "var(--mantine-color-error)" : "dimmed"} aria-live="polite">
          {t("sendersChosen", { count: chosen.length, most: MAX_SENDERS })}
        </Text>
      </Group>
      <Group gap="xs">
        <TextInput
          size="xs"
          flex="1 1 160px"
          aria-label={t("searchSenders")}
          placeholder={t("searchSenders")}
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={added.length === 0}
          onClick={() => onChange([...chosen, ...added].slice(0, MAX_SENDERS))}
        >
          {t("chooseConnected", { count: connected.length })}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          disabled={chosen.length === 0}
          onClick={() => onChange([])}
        >
          {t("chooseNone")}
        </Button>
      </Group>
      {matching.length === 0 ? (
        <Text c="dimmed" component="output" display="block">
          {t("noSenderFound", { search: search.trim() })}
        </Text>
      ) : null}
      <ul className="wizard-senders" hidden={matching.length === 0}>
        {matching.slice(0, SHOWN).map((mailbox) => (
          <li key={mailbox.id}>
            <Checkbox
              size="xs"
              checked={chosen.includes(mailbox.id)}
              onChange={() => toggle(mailbox.id)}
              label={mailbox.email}
              description={mailbox.name}
            />
            <Text span size="xs" c="dimmed">
              <Count value={mailbox.sentToday} />/<Count value={mailbox.dailyLimit} /> {t("today")}
            </Text>
            <StatusBadge tone={STATES[mailbox.state].tone}>
              {t(STATES[mailbox.state].word)}
            </StatusBadge>
          </li>
        ))}
      </ul>
      {matching.length > SHOWN ? (
        <Text size="xs" c="dimmed">
          {t("moreSenders", { count: matching.length - SHOWN })}
        </Text>
      ) : null}
    </Stack>
  );
}
