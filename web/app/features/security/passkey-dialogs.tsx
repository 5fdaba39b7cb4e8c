import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { Passkey } from "@thaw/core/accounts/passkey/passkey.schema";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.security/route.tsx";

type Props = { passkey: Passkey; onClose: () => void };

const SECURITY = "/app/settings/security";

export function RenamePasskey({ passkey, onClose }: Props) {
  const t = useText("passkeys");
  const lists = useText("lists");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "rename-passkey", () => {
    toast.done(t("renamed"));
    onClose();
  });
  const error = lastResultOf(fetcher.data, "rename-passkey")?.error?.name?.[0];
  return (
    <Dialog onClose={onClose} title={t("renameOf", { name: passkey.name })} centered>
      <fetcher.Form method="post" action={SECURITY}>
        <input type="hidden" name="passkey_id" value={passkey.id} />
        <Stack>
          <TextInput
            name="name"
            label={t("name")}
            defaultValue={passkey.name}
            maxLength={60}
            error={error}
            errorProps={{ role: "alert" }}
            data-autofocus
          />
          <DialogButtons onCancel={onClose}>
            <Button
              type="submit"
              name="intent"
              value="rename-passkey"
              loading={fetcher.state !== "idle"}
            >
              {lists("save")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}

export function RemovePasskey({ passkey, onClose }: Props) {
  const t = useText("passkeys");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "remove-passkey", () => {
    toast.done(t("removed", { name: passkey.name }));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t("removeOf", { name: passkey.name })} centered>
      <fetcher.Form method="post" action={SECURITY}>
        <input type="hidden" name="passkey_id" value={passkey.id} />
        <Stack>
          <Text size="sm">{t("removeSentence")}</Text>
          <DialogButtons onCancel={onClose}>
            <Button
              type="submit"
              name="intent"
              value="remove-passkey"
              color="red"
              loading={fetcher.state !== "idle"}
              data-autofocus
            >
              {t("remove")}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
