import { ActionIcon } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { CampaignWithFigures } from "@thaw/core/campaign/campaign.schema";
import { useOutcome } from "../../components/outcome.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "./route.tsx";

/** The one change of status that a click away makes sense for; a draft starts in the wizard, where its checks are. */
const OFFERED = { ACTIVE: "pause", PAUSED: "start" } as const;

export function RowActions({ campaign }: { campaign: CampaignWithFigures }) {
  const t = useText("campaign-list");
  const { id, name, status } = campaign;
  const fetcher = useFetcher<typeof action>({ key: `campaign-${id}` });
  const refused = { failedTitle: t("refused", { name }) };
  useOutcome(fetcher.data, "start", () => toast.done(t("started", { name })), refused);
  useOutcome(fetcher.data, "pause", () => toast.done(t("paused", { name })), refused);
  const intent = status === "ACTIVE" || status === "PAUSED" ? OFFERED[status] : undefined;
  if (!intent) return null;
  const ActionIconOf = intent === "start" ? IconPlayerPlay : IconPlayerPause;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="campaign_id" value={id} />
      <ActionIcon
        type="submit"
        name="intent"
        value={intent}
        variant="subtle"
        color="gray"
        title={t(intent)}
        aria-label={t(intent === "start" ? "startNamed" : "pauseNamed", { name })}
        loading={fetcher.state !== "idle"}
      >
        <ActionIconOf size={16} />
      </ActionIcon>
    </fetcher.Form>
  );
}
