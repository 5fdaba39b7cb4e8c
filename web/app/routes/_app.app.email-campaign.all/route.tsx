import { Button } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useNavigate } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { updateCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { pauseCampaign, startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import {
  archiveCampaign,
  deleteCampaign,
  duplicateCampaign,
  restoreCampaign,
  stopCampaign,
  unarchiveCampaign,
} from "@thaw/core/campaigns/campaign/campaign-life";
import { changeCampaigns } from "@thaw/core/campaigns/campaign/change-campaigns";
import { undoStart } from "@thaw/core/campaigns/campaign/undo-start";
import { EmptyState } from "../../components/empty-state.tsx";
import { Hint } from "../../components/hint.tsx";
import { Page } from "../../components/page.tsx";
import { loadCampaignList } from "../../features/campaign/campaign-list.server.ts";
import { CampaignList } from "../../features/campaign/campaign-list.tsx";
import { CAMPAIGN_LIST_RULES } from "../../features/campaign/campaign-list-rules.ts";
import { CampaignTabs } from "../../features/campaign/campaign-tabs.tsx";
import { FillDemo } from "../../features/demo/demo-entry.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const NEW = "/app/email-campaign/new-campaign";

export const meta = titled("campaign-list", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  return loadCampaignList(await requireActor(request), request, CAMPAIGN_LIST_RULES);
}

export { clientAction } from "../../offline-action.ts";

/** What the menus of the rows and the bar above them send, and the menus of the campaigns' own pages. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    rename: updateCampaign,
    start: startCampaign,
    "undo-start": undoStart,
    pause: pauseCampaign,
    stop: stopCampaign,
    archive: archiveCampaign,
    unarchive: unarchiveCampaign,
    duplicate: duplicateCampaign,
    delete: deleteCampaign,
    restore: restoreCampaign,
    bulk: changeCampaigns,
  });
}

export default function CampaignListPage() {
  const data = useLoaderData<typeof loader>();
  const { canWrite } = data;
  const t = useText("campaign-list");
  const isEmpty = useIsEmptyList(data.page, CAMPAIGN_LIST_RULES);
  const navigate = useNavigate();
  const create = { label: t("newCampaign"), run: () => navigate(NEW) };
  useScreenKeys(canWrite ? [{ keys: "n", ...create }] : []);
  usePaletteActions(canWrite ? [{ id: "new-campaign", ...create }] : []);
  const button = canWrite ? (
    <Button component={Link} to={NEW} prefetch="intent" leftSection={<IconPlus size={16} />}>
      {t("newCampaign")}
    </Button>
  ) : null;
  return (
    <Page
      title={t("title")}
      sentence={t("sentence")}
      action={isEmpty ? null : button}
      tabs={<CampaignTabs />}
    >
      {isEmpty ? null : <Hint name="campaigns" />}
      <CampaignList
        data={data}
        rules={CAMPAIGN_LIST_RULES}
        empty={
          <EmptyState
            drawing="send"
            sentence={t(canWrite ? "empty" : "emptyReading")}
            action={button}
          >
            {canWrite ? <FillDemo /> : null}
          </EmptyState>
        }
      />
    </Page>
  );
}
