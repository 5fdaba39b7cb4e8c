import { Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconFolder,
  IconFolderOff,
  IconPlayerPause,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { useText } from "../../messages/text.tsx";
import { ClientMenu, type ClientName } from "../client/client-menu.tsx";
import { TagMenu } from "../tag/tag-menu.tsx";
import type { useBulkChange } from "./use-bulk-change.ts";

export type BulkProps = {
  ids: readonly string[];
  folders: readonly { id: number; name: string }[];
  tags: readonly Tag[];
  clients: readonly ClientName[];
  bulk: ReturnType<typeof useBulkChange>;
};

/** What can be done with the selected campaigns at once. */
export default function BulkActions({
  ids,
  folders,
  tags,
  clients,
  bulk: { change, isBusy },
}: BulkProps) {
  const t = useText("campaign-list");
  const shared = { size: "xs", variant: "default", disabled: isBusy } as const;
  return (
    <>
      <Button
        {...shared}
        leftSection={<IconPlayerPlay size={14} />}
        onClick={() => change("start", ids)}
      >
        {t("bulkStart")}
      </Button>
      <Button
        {...shared}
        leftSection={<IconPlayerPause size={14} />}
        onClick={() => change("pause", ids)}
      >
        {t("bulkPause")}
      </Button>
      <Button
        {...shared}
        leftSection={<IconArchive size={14} />}
        onClick={() => change("archive", ids)}
      >
        {t("bulkArchive")}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button {...shared} leftSection={<IconFolder size={14} />}>
            {t("bulkMove")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
          {folders.map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={<IconFolder size={16} />}
              onClick={() => change("move", ids, { folder_id: id })}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconFolderOff size={16} />} onClick={() => change("move", ids)}>
            {t("noFolder")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TagMenu
        tags={tags}
        isBusy={isBusy}
        onChoose={(tag, isOn) => change(isOn ? "tag" : "untag", ids, { tag_id: tag })}
      />
      <ClientMenu ids={ids} field="campaign_ids" clients={clients} />
    </>
  );
}
