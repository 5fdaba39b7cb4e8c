import { Button } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.sending/route.tsx";
import { SENDING } from "./sending-page.ts";

/** Releases the account's switch, from wherever someone is. */
export function StartButton({ size = "sm" }: { size?: "sm" | "compact-sm" }) {
  const t = useText("sending");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "start", () => toast.done(t("started")));
  return (
    <fetcher.Form method="post" action={SENDING}>
      <Button
        type="submit"
        name="intent"
        value="start"
        variant="default"
        size={size}
        loading={fetcher.state !== "idle"}
      >
        {t("start")}
      </Button>
    </fetcher.Form>
  );
}
