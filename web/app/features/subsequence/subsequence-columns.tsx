import type { CampaignWithFigures } from "@thaw/core/campaigns/campaign/campaign.schema";
import { Count } from "../../components/count.tsx";
import type { Column } from "../../list/column.ts";
import type { Text as Words } from "../../messages/text.tsx";
import { CampaignStatusBadge } from "../campaign/campaign-status.tsx";

type Row = CampaignWithFigures;

const FIGURES = ["leads", "sent", "opened", "replied"] as const;

/** Earliest first: the order in which they are asked whether a lead is theirs. */
export function subsequenceColumns(t: Words<"campaign-detail">): Column<Row>[] {
  return [
    { id: "name", header: t("name_lead"), isFixed: true, cell: ({ name }) => name },
    {
      id: "condition",
      header: t("condition"),
      cell: ({ condition }) => (condition ? t(`condition.${condition.kind}`) : t("condition.none")),
    },
    {
      id: "status",
      header: t("subsequenceStatus"),
      cell: ({ status }) => <CampaignStatusBadge status={status} />,
    },
    ...FIGURES.map(
      (name): Column<Row> => ({
        id: name,
        header: t(name === "leads" ? "leadList" : name),
        align: "right",
        cell: ({ figures }) => <Count value={figures[name]} />,
      }),
    ),
  ];
}
