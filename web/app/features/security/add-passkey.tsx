import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { callAt } from "../../call.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { PasskeyOperations } from "../../routes/app.passkey/route.ts";

const call = callAt<PasskeyOperations>("/app/passkey");

type Failure = { message?: string; password?: string };

/** Names a passkey and lets the browser make it. The password is asked for where the login is some time ago. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useText("passkeys");
  const lists = useText("lists");
  const revalidator = useRevalidator();
  const [name, setName] = useState("");
  const [password, setPassword] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function make(): Promise<Failure | undefined> {
    const [asked, { startRegistration }] = await Promise.all([
      call("beginPasskey", password === undefined ? {} : { password }),
      import("@simplewebauthn/browser"),
    ]);
    if (!asked.ok) {
      const wrong = asked.fields.password?.[0];
      if (wrong === undefined) return { message: asked.message || t("failed") };
      setPassword((typed) => typed ?? "");
      return { password: wrong };
    }
    const credential = await startRegistration({ optionsJSON: asked.data });
    const kept = await call("finishPasskey", { name, credential });
    if (!kept.ok) {
      return { message: Object.values(kept.fields)[0]?.[0] ?? (kept.message || t("failed")) };
    }
    toast.done(t("addedNow", { name: kept.data.name }));
    revalidator.revalidate();
    onClose();
    return undefined;
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    void make()
      // Closed, timed out, made before on this device, or a browser that knows no passkeys.
      .catch(() => ({ message: t("failed") }))
      .then(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog onClose={onClose} title={t("add")} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t("addSentence")}</Text>
          <TextInput
            label={t("name")}
            placeholder={t("nameHint")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={60}
            required
            data-autofocus
          />
          {password === undefined ? null : (
            <PasswordInput
              label={t("password")}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={failure?.password}
              errorProps={{ role: "alert" }}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": lists("showPassword"), tabIndex: 0 }}
              required
            />
          )}
          <FormErrors errors={failure?.message === undefined ? undefined : [failure.message]} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={isBusy}>
              {t("make")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
