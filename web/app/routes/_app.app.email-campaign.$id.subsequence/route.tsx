import { Button, Group } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listSubsequences } from "@thaw/core/subsequence/subsequence";
import { campaignAddress, useCampaignPage } from "../../campaign/campaign-page.ts";
import { builderPath, campaignPath } from "../../campaign/campaign-path.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { useOutcome } from "../../components/outcome.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import type { action } from "../_app.app.email-campaign.$id/route.tsx";
import { subsequenceColumns } from "./subsequence-columns.tsx";

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
    <>
      {page.items.length > 0 ? (
        <Group justify="flex-end">
          <AddButton />
        </Group>
      ) : null}
      <ListScreen
        label={t("subsequences")}
        page={page}
        columns={subsequenceColumns(t)}
        rules={RULES}
        hasSearch={false}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowTo={(row) => (row.status === "DRAFTED" ? builderPath(row) : campaignPath(row))}
        empty={
          <EmptyState drawing="list" sentence={t("subsequencesEmpty")} action={<AddButton />} />
        }
      />
    </>
  );
}

function AddButton() {
  const { campaign, canWrite } = useCampaignPage();
  const t = useText("campaign-detail");
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>();
  useOutcome(fetcher.data, "add-subsequence", (made) => navigate(builderPath(made)));
  if (!canWrite || campaign.status === "STOPPED" || campaign.status === "ARCHIVED") return null;
  return (
    <fetcher.Form method="post" action={campaignAddress(campaign.id)}>
      <Button
        type="submit"
        name="intent"
        value="add-subsequence"
        leftSection={<IconPlus size={16} />}
        loading={fetcher.state !== "idle"}
      >
        {t("newSubsequence")}
      </Button>
    </fetcher.Form>
  );
}
