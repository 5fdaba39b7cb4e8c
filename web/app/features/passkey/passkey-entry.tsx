import { Button, Stack, Text } from "@mantine/core";
import { useNavigation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { callAt } from "../../call.ts";
import { useText } from "../../messages/text.tsx";
import type { PasskeySignInOperations } from "../../routes/passkey-options/route.ts";

const call = callAt<PasskeySignInOperations>("/passkey-options");

/** Lets the browser offer the visitor their passkeys, and sends the page's action what it signed. */
export function PasskeyEntry() {
  const t = useText("auth");
  const submit = useSubmit();
  const isSent = useNavigation().formData?.get("intent") === "passkey";
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState("");

  async function enter() {
    setAsking(true);
    setFailure("");
    const [asked, { startAuthentication }] = await Promise.all([
      call("beginPasskeySignIn", {}),
      import("@simplewebauthn/browser"),
    ]);
    if (!asked.ok) return asked.message || t("passkeyFailed");
    const credential = await startAuthentication({ optionsJSON: asked.data });
    submit({ intent: "passkey", credential: JSON.stringify(credential) }, { method: "post" });
    return "";
  }

  const start = () =>
    void enter()
      // Closed, timed out, or a browser that knows no passkeys.
      .catch(() => t("passkeyFailed"))
      .then(setFailure)
      .finally(() => setAsking(false));
  return (
    <Stack gap={4} mt="md">
      <Button variant="default" fullWidth onClick={start} loading={isAsking || isSent}>
        {t("passkey")}
      </Button>
      <Text size="sm" c="var(--mantine-color-error)" aria-live="polite">
        {failure}
      </Text>
    </Stack>
  );
}
