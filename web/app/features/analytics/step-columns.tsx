import type { CampaignSettings } from "@thaw/core/campaigns/campaign/campaign.schema";
import type { CampaignAnalytics } from "@thaw/core/campaigns/campaign/campaign-analytics";
import { RATED } from "@thaw/core/reporting/metric/rate.schema";
import { Count } from "../../components/count.tsx";
import { Rate } from "../../components/rate.tsx";
import type { Column } from "../../list/column.ts";
import type { Text as Copy } from "../../messages/text.tsx";

type Row = CampaignAnalytics["steps"][number];

const BY_HAND = ["done", "skipped"] as const;

export function stepColumns(
  t: Copy<"campaign-detail">,
  { track_opens, track_clicks }: CampaignSettings,
  rows: readonly Row[],
): Column<Row>[] {
  // Columns for those whose sequence has steps that people do.
  const isByHand = rows.some(({ done, skipped }) => done + skipped > 0);
  const isUntracked = (part: string) =>
    (part === "opened" && !track_opens) || (part === "clicked" && !track_clicks);
  return [
    {
      id: "step",
      header: t("step"),
      isFixed: true,
      cell: ({ step, variant }) => t("stepVariant", { step, variant }),
    },
    {
      id: "sent",
      header: t("sent"),
      align: "right",
      cell: ({ sent }) => <Count value={sent} />,
    },
    ...(isByHand ? BY_HAND : []).map(
      (part): Column<Row> => ({
        id: part,
        header: t(`step_${part}`),
        align: "right",
        cell: (row) => <Count value={row[part]} />,
      }),
    ),
    ...RATED.map(
      (part): Column<Row> => ({
        id: part,
        header: t(part),
        align: "right",
        cell: (row) =>
          isUntracked(part) && row[part] === 0 ? (
            t("notTracked")
          ) : (
            <Rate figures={row} of={part} isShort />
          ),
      }),
    ),
  ];
}
