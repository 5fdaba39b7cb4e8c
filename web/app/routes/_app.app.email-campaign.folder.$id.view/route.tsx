import { Button } from "@mantine/core";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getFolder } from "@thaw/core/campaigns/campaign-folder/campaign-folder";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { loadCampaignList } from "../../features/campaign/campaign-list.server.ts";
import { CampaignList } from "../../features/campaign/campaign-list.tsx";
import { FOLDER_LIST_RULES } from "../../features/campaign/campaign-list-rules.ts";
import { CAMPAIGN_LIST } from "../../features/campaign/campaign-page.ts";
import { FOLDERS } from "../../features/campaign/campaign-tabs.tsx";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.folder.name ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const folderId = idInPath(params.id, "folder");
  const [folder, list] = await Promise.all([
    getFolder(actor, { folder_id: folderId }),
    loadCampaignList(actor, request, FOLDER_LIST_RULES, folderId),
  ]);
  return { folder, list };
}

export default function CampaignFolderPage() {
  const { folder, list } = useLoaderData<typeof loader>();
  const t = useText("campaign-list");
  const toAll = (
    <Button component={Link} to={CAMPAIGN_LIST} prefetch="intent" variant="default">
      {t("toAll")}
    </Button>
  );
  return (
    <Page
      title={folder.name}
      sentence={t("folderCount", { count: folder.campaigns })}
      breadcrumb={[{ label: t("folders"), to: FOLDERS }]}
    >
      <CampaignList
        data={list}
        rules={FOLDER_LIST_RULES}
        empty={<EmptyState drawing="list" sentence={t("folderEmpty")} action={toAll} />}
      />
    </Page>
  );
}
