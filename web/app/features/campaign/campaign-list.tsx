import { CAMPAIGN_STATUSES } from "@thaw/core/campaigns/campaign/campaign.schema";
import { createElement, type ReactNode } from "react";
import { usePiece } from "../../components/piece.ts";
import { useLiveFigures } from "../../components/use-live-figures.ts";
import type { ListRules } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { CLIENT_CHOICES } from "../client/client-page.ts";
import type { BulkProps } from "./bulk-actions.tsx";
import { campaignColumns } from "./campaign-columns.tsx";
import { useDeletion } from "./campaign-deletion.ts";
import type { CampaignListData } from "./campaign-list.server.ts";
import { campaignHome } from "./campaign-page.ts";
import { CAMPAIGN_STATUS_LOOKS } from "./campaign-status.tsx";
import { useBulkChange } from "./use-bulk-change.ts";

const loadBulk = () => import("./bulk-actions.tsx");

type Props = { data: CampaignListData; rules: ListRules; empty: ReactNode };

/** Campaigns with their figures, all of them or those of a folder. */
export function CampaignList({ data, rules, empty }: Props) {
  const { page, canWrite, owners, folders, tags, clients } = data;
  const t = useText("campaign-list");
  const ofClients = useText("clients");
  const bulk = useBulkChange();
  useLiveFigures(page.items);
  useDeletion();
  const named = (all: CampaignListData["owners"]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  const filters = [
    {
      name: "status",
      label: t("status"),
      options: CAMPAIGN_STATUSES.map((value) => ({
        value,
        label: t(CAMPAIGN_STATUS_LOOKS[value].word),
      })),
    },
    { name: "owner", label: t("owner"), options: named(owners) },
    {
      name: "folder",
      label: t("folder"),
      options: [...named(folders), { value: "none", label: t("noFolder") }],
    },
    // Only an agency with clients has any to choose from.
    ...(clients.length > 0
      ? [
          {
            name: "client",
            label: ofClients("client"),
            choicesAt: CLIENT_CHOICES,
            options: [...named(clients), { value: "none", label: ofClients("noClient") }],
          },
        ]
      : []),
    { name: "tag", label: t("tags"), options: named(tags) },
  ];
  return (
    <ListScreen
      name="campaigns"
      label={t("label")}
      page={page}
      columns={campaignColumns(t, canWrite, { owners, folders, clients, tags })}
      rules={rules}
      filters={filters.filter(({ name }) => Object.hasOwn(rules.filters ?? {}, name))}
      searchPlaceholder={t("search")}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      rowTo={campaignHome}
      empty={empty}
      {...(canWrite
        ? {
            bulk: ({ ids }: { ids: string[] }) => (
              <Bulk ids={ids} folders={folders} tags={tags} clients={clients} bulk={bulk} />
            ),
          }
        : {})}
    />
  );
}

/** Fetched when the first row is selected. */
function Bulk(props: BulkProps) {
  const Actions = usePiece(loadBulk, true);
  return Actions ? createElement(Actions, props) : null;
}
