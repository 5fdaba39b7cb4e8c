import { Button, Menu } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconBuilding } from "@tabler/icons-react";
import { useOutcome } from "../components/outcome.ts";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";
import type { action } from "../routes/app.client-assign/route.ts";

export type ClientName = { id: number; name: string };
type Props = {
  ids: readonly string[];
  field: "campaign_ids" | "mailbox_ids";
  clients: readonly ClientName[];
};

/** Gives what is selected to one client, or to none; nothing for an agency without clients. */
export function ClientMenu({ ids, field, clients }: Props) {
  const t = useText("clients");
  const fetcher = useFetcher<typeof action>();
  useOutcome(fetcher.data, "assign", () => toast.done(t("assigned")));
  if (clients.length === 0) return null;
  const give = (client_id: number | "none") => {
    const chosen = Object.fromEntries(ids.map((id, index) => [`${field}[${index}]`, id]));
    fetcher.submit(
      { intent: "assign", client_id, ...chosen },
      { method: "post", action: "/app/client-assign" },
    );
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          disabled={fetcher.state !== "idle"}
          leftSection={<IconBuilding size={14} />}
        >
          {t("assign")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {clients.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => give(id)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => give("none")}>{t("noClient")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
