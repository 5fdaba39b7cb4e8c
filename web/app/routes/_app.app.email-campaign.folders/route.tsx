import { Button, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IconFolder, IconFolderPlus } from "@tabler/icons-react";
import {
  createFolder,
  listFolders,
  renameFolder,
} from "@thaw/core/campaigns/campaign-folder/campaign-folder";
import { deleteFolder } from "@thaw/core/campaigns/campaign-folder/move-campaign";
import { useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { CampaignTabs } from "../../features/campaign/campaign-tabs.tsx";
import { FolderNameDialog } from "../../features/campaign/folder-dialog.tsx";
import { FolderMenu } from "../../features/campaign/folder-menu.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";
import "../../features/campaign/folders.css";

export const meta = titled("campaign-list", "folders");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { items } = await listFolders(actor, {});
  const { permissions } = actor;
  return {
    folders: items,
    canAdd: permissions.has("campaigns:write"),
    canWrite: permissions.has("labels:write"),
  };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { create: createFolder, rename: renameFolder, delete: deleteFolder });
}

export default function CampaignFoldersPage() {
  const { folders, canAdd, canWrite } = useLoaderData<typeof loader>();
  const t = useText("campaign-list");
  const [isCreating, setCreating] = useState(false);
  const create = { label: t("newFolder"), run: () => setCreating(true) };
  useScreenKeys(canAdd ? [{ keys: "n", ...create }] : []);
  usePaletteActions(canAdd ? [{ id: "new-folder", ...create }] : []);
  const button = canAdd ? (
    <Button leftSection={<IconFolderPlus size={16} />} onClick={create.run}>
      {t("newFolder")}
    </Button>
  ) : null;
  return (
    <Page
      title={t("title")}
      sentence={t("foldersSentence")}
      action={folders.length > 0 ? button : null}
      tabs={<CampaignTabs />}
    >
      {folders.length === 0 ? (
        <EmptyState drawing="list" sentence={t("foldersEmpty")} action={button} />
      ) : (
        <div className="folders">
          {folders.map((folder) => (
            <article key={folder.id} className="panel folder">
              <IconFolder size={24} stroke={1.5} aria-hidden />
              <div className="folder-words">
                <Link
                  to={`/app/email-campaign/folder/${folder.id}/view`}
                  prefetch="intent"
                  className="folder-link"
                  title={folder.name}
                >
                  {folder.name}
                </Link>
                <Text size="sm" c="dimmed">
                  {t("folderCount", { count: folder.campaigns })}
                </Text>
              </div>
              {canWrite ? (
                <div className="folder-menu">
                  <FolderMenu folder={folder} />
                </div>
              ) : null}
            </article>
          ))}
        </div>
      )}
      {isCreating ? <FolderNameDialog onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
