import { Button } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listSubsequences } from "@thaw/core/campaigns/subsequence/subsequence";
import { EmptyState } from "../../components/empty-state.tsx";
import { useCampaignPage } from "../../features/campaign/campaign-page.ts";
import {
  builderPath,
  campaignPath,
  newSubsequencePath,
} from "../../features/campaign/campaign-path.ts";
import { subsequenceColumns } from "../../features/subsequence/subsequence-columns.tsx";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

const RULES = {};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const { items } = await listSubsequences(actor, { campaign_id });
  return { page: { items, cursor: null } };
}

export default function CampaignSubsequencesTab() {
  const { page } = useLoaderData<typeof loader>();
  const t = useText("campaign-detail");
  return (
    <ListScreen
      label={t("subsequences")}
      page={page}
      columns={subsequenceColumns(t)}
      rules={RULES}
      hasSearch={false}
      rowId={({ id }) => String(id)}
      rowName={({ name }) => name}
      rowTo={(row) => (row.status === "DRAFTED" ? builderPath(row) : campaignPath(row))}
      tools={<AddButton size="xs" />}
      empty={<EmptyState drawing="list" sentence={t("subsequencesEmpty")} action={<AddButton />} />}
    />
  );
}

function AddButton({ size = "sm" }: { size?: "xs" | "sm" }) {
  const { campaign, canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  if (!canWrite || campaign.status === "STOPPED" || campaign.status === "ARCHIVED") return null;
  return (
    <Button
      size={size}
      component={Link}
      to={newSubsequencePath(campaign.id)}
      prefetch="intent"
      leftSection={<IconPlus size={16} />}
    >
      {t("newSubsequence")}
    </Button>
  );
}
