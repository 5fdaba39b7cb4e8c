import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import { DeleteFolderDialog, FolderNameDialog } from "./folder-dialog.tsx";

type Props = { folder: { id: number; name: string; campaigns: number } };

/** Renames or deletes a folder. */
export function FolderMenu({ folder }: Props) {
  const t = useText("campaign-list");
  const [asking, setAsking] = useState<"rename" | "delete" | null>(null);
  const close = () => setAsking(null);
  const label = t("folderMenu", { name: folder.name });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setAsking("rename")}>
            {t("rename")}
          </Menu.Item>
          <Menu.Item
            c="var(--tone-red)"
            leftSection={<IconTrash size={16} />}
            onClick={() => setAsking("delete")}
          >
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === "rename" ? <FolderNameDialog folder={folder} onClose={close} /> : null}
      {asking === "delete" ? <DeleteFolderDialog folder={folder} onClose={close} /> : null}
    </>
  );
}
