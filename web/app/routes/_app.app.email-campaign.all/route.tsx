import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { listCampaigns } from "@thaw/core/campaign/campaign";
import { CAMPAIGN_STATUSES, type CampaignStatus } from "@thaw/core/campaign/campaign.schema";
import { pauseCampaign, startCampaign } from "@thaw/core/campaign/campaign-launch";
import { CAMPAIGN_STATUS_LOOKS } from "../../components/campaign-status.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useLiveFigures } from "../../components/use-live-figures.ts";
import { FillDemo } from "../../demo/demo-entry.tsx";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../shell/screen-keys.ts";
import { submit } from "../../submit.server.ts";
import { campaignColumns } from "./columns.tsx";

const RULES: ListRules = { filters: { status: CAMPAIGN_STATUSES }, firstLimit: 5 };
const NEW = "/app/email-campaign/new-campaign";

export const meta = titled("campaign-list", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    RULES,
  );
  const page = await listCampaigns(actor, {
    limit,
    cursor,
    ...(search ? { search } : {}),
    ...(filters.status ? { status: filters.status as CampaignStatus[] } : {}),
  });
  return { page, canWrite: actor.permissions.has("campaigns:write") };
}

export { clientAction } from "../../keep-typed.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { start: startCampaign, pause: pauseCampaign });
}

/** A draft goes on where it is built. */
function rowTo({ id, status }: { id: number; status: CampaignStatus }): string {
  return status === "DRAFTED" ? `${NEW}?id=${id}` : `/app/email-campaign/${id}/analytics`;
}

export default function CampaignListPage() {
  const { page, canWrite } = useLoaderData<typeof loader>();
  const t = useText("campaign-list");
  const navigate = useNavigate();
  useLiveFigures(page.items);
  const create = { label: t("newCampaign"), run: () => navigate(NEW) };
  useScreenKeys(canWrite ? [{ keys: "n", ...create }] : []);
  usePaletteActions(canWrite ? [{ id: "new-campaign", ...create }] : []);
  const button = canWrite ? (
    <Button component={Link} to={NEW} prefetch="intent" leftSection={<IconPlus size={16} />}>
      {t("newCampaign")}
    </Button>
  ) : null;
  const statuses = CAMPAIGN_STATUSES.map((value) => ({
    value,
    label: t(CAMPAIGN_STATUS_LOOKS[value].word),
  }));
  return (
    <Page title={t("title")} sentence={t("sentence")} action={button}>
      <ListScreen
        label={t("label")}
        page={page}
        columns={campaignColumns(t, canWrite)}
        rules={RULES}
        filters={[{ name: "status", label: t("status"), options: statuses }]}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowTo={rowTo}
        empty={
          <EmptyState drawing="send" sentence={t("empty")} action={button}>
            {canWrite ? <FillDemo /> : null}
          </EmptyState>
        }
      />
    </Page>
  );
}
