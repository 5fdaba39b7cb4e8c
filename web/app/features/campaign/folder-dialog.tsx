import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.folders/route.tsx";
import { FOLDERS } from "./campaign-tabs.tsx";

type Folder = { id: number; name: string; campaigns: number };

const SENT = { method: "post", action: FOLDERS } as const;

/** Asks for a folder's name: of a new one, or another for one that is there. */
export function FolderNameDialog({ folder, onClose }: { folder?: Folder; onClose: () => void }) {
  const t = useText("campaign-list");
  const fetcher = useFetcher<typeof action>();
  const [name, setName] = useState(folder?.name ?? "");
  const done = (word: "folderCreated" | "folderRenamed") => (saved: { name: string }) => {
    toast.done(t(word, { name: saved.name }));
    onClose();
  };
  useActionResult(fetcher.data, "create", done("folderCreated"));
  useActionResult(fetcher.data, "rename", done("folderRenamed"));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const named = folder ? { intent: "rename", folder_id: folder.id } : { intent: "create" };
    fetcher.submit({ ...named, name }, SENT);
  };
  return (
    <Dialog onClose={onClose} title={t(folder ? "renameFolder" : "newFolder")}>
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={t("folderName")}
            name="name"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fetcher.data?.ok === false ? fetcher.data.message : null}
            data-autofocus
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" disabled={!name.trim()} loading={fetcher.state !== "idle"}>
              {t(folder ? "save" : "createFolder")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type DeleteProps = { folder: Folder; onClose: () => void };

/** Says what stays before a folder goes. */
export function DeleteFolderDialog({ folder, onClose }: DeleteProps) {
  const t = useText("campaign-list");
  const fetcher = useFetcher<typeof action>();
  const { id, name, campaigns: count } = folder;
  useActionResult(fetcher.data, "delete", ({ unfiled }) => {
    toast.done(t("folderDeleted", { count: unfiled }));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t("deleteFolderTitle", { name })}>
      <Stack>
        <Text size="sm">{t("deleteFolderText", { count })}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button
            color="red"
            loading={fetcher.state !== "idle"}
            onClick={() => fetcher.submit({ intent: "delete", folder_id: id }, SENT)}
          >
            {t("deleteFolder")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
