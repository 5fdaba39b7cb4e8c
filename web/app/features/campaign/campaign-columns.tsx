import { Group, Progress, Text } from "@mantine/core";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { Count } from "../../components/count.tsx";
import { Rate } from "../../components/rate.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { type Text as Copy, useText } from "../../messages/text.tsx";
import { TagChips } from "../tag/tag-chips.tsx";
import { CampaignStatusBadge } from "./campaign-status.tsx";
import { RowActions } from "./row-actions.tsx";

type Row = CampaignWithFigures;

function LeadProgress({ leads, finished }: { leads: number; finished: number }) {
  const t = useText("campaign-list");
  if (leads === 0) {
    return (
      <Text span c="dimmed">
        {t("noLeads")}
      </Text>
    );
  }
  const copy = t("progressOf", { finished, leads });
  const percent = (finished / leads) * 100;
  return (
    <Group gap={8} wrap="nowrap" title={copy}>
      <Progress.Root size="sm" w={72}>
        <Progress.Section
          value={percent}
          aria-label={copy}
          color={percent >= 100 ? "var(--tone-green)" : "var(--mantine-primary-color-filled)"}
        />
      </Progress.Root>
      <Text span c="dimmed">
        <Count value={finished} />/<Count value={leads} />
      </Text>
    </Group>
  );
}

/** Long names leave room for the figures. */
function Name({ name }: { name: string }) {
  return (
    <Text span truncate display="block" maw={260} fw="inherit" title={name}>
      {name}
    </Text>
  );
}

function Brief({ copy }: { copy: string }) {
  return (
    <Text span truncate display="block" maw={140} title={copy}>
      {copy || "–"}
    </Text>
  );
}

const RATES = ["opened", "replied", "positive", "bounced", "clicked", "unsubscribed"] as const;

type Named = readonly { id: number; name: string }[];
type Names = { owners: Named; folders: Named; clients: Named; tags: readonly Tag[] };

const nameOf = (named: Named, id: number | undefined) =>
  named.find((each) => each.id === id)?.name ?? "";

export function campaignColumns(
  t: Copy<"campaign-list">,
  canWrite: boolean,
  { owners, folders, clients, tags }: Names,
): Column<Row>[] {
  return [
    { id: "name", header: t("name"), isFixed: true, cell: ({ name }) => <Name name={name} /> },
    {
      id: "status",
      header: t("status"),
      cell: ({ status, approval, status_reason }) => (
        <>
          <CampaignStatusBadge status={status} approval={approval?.state} />
          {status === "PAUSED" && status_reason === "bounce_guard" ? (
            <Text span size="xs" c="dimmed" ms={6}>
              {t("guardReason")}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      id: "tags",
      header: t("tags"),
      // A column for those who use tags.
      isHidden: tags.length === 0,
      cell: ({ tag_ids }) => <TagChips ids={tag_ids} tags={tags} />,
    },
    { id: "progress", header: t("progress"), cell: ({ figures }) => <LeadProgress {...figures} /> },
    {
      id: "sent",
      header: t("sent"),
      align: "right",
      cell: ({ figures }) => <Count value={figures.sent} />,
    },
    ...RATES.map(
      (name): Column<Row> => ({
        id: name,
        header: t(name),
        align: "right",
        isHidden: name === "clicked" || name === "unsubscribed",
        cell: ({ figures }) => <Rate figures={figures} of={name} isShort />,
      }),
    ),
    {
      id: "owner",
      header: t("owner"),
      cell: ({ created_by }) => <Brief copy={nameOf(owners, created_by)} />,
    },
    {
      id: "client",
      header: t("client"),
      // A column for agencies.
      isHidden: clients.length === 0,
      cell: ({ client_id }) => <Brief copy={nameOf(clients, client_id)} />,
    },
    {
      id: "folder",
      header: t("folder"),
      isHidden: true,
      cell: ({ folder_id }) => <Brief copy={nameOf(folders, folder_id)} />,
    },
    {
      id: "created",
      header: t("created"),
      isHidden: true,
      align: "right",
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    ...(canWrite
      ? [
          {
            id: "actions",
            header: t("actions"),
            align: "right" as const,
            width: 96,
            cell: (campaign: Row) => <RowActions campaign={campaign} />,
          },
        ]
      : []),
  ];
}
