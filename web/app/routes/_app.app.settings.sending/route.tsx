import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  getSendingState,
  startSending,
  stopSending,
} from "@thaw/core/accounts/sending-stop/sending-stop";
import type { SendingState } from "@thaw/core/accounts/sending-stop/sending-stop.schema";
import { useState } from "react";
import { useTimeText } from "../../components/time.tsx";
import { StartButton } from "../../features/sending/start-button.tsx";
import { StopDialog } from "../../features/sending/stop-dialog.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("sending", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  return getSendingState(await requireActor(request), {});
}

export { clientAction } from "../../offline-action.ts";

export const action = ({ request }: ActionFunctionArgs) =>
  submit(request, { stop: stopSending, start: startSending });

export default function SendingPage() {
  const state = useLoaderData<typeof loader>();
  const t = useText("sending");
  // Of the dialog: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      {state.is_stopped ? (
        <Stopped state={state} />
      ) : (
        <>
          <div>
            <Title order={2}>{t("panelTitle")}</Title>
            <Text size="sm" c="dimmed" maw={640}>
              {t("onSentence")}
            </Text>
          </div>
          <Group>
            <Button color="red" variant="light" onClick={() => setOpen(true)}>
              {t("stop")}
            </Button>
          </Group>
        </>
      )}
      {isOpen ? <StopDialog onClose={() => setOpen(false)} /> : null}
    </Stack>
  );
}

function Stopped({ state }: { state: SendingState }) {
  const t = useText("sending");
  const write = useTimeText();
  const { stopped_by, stopped_at = "", stopped_by_name: name, reason } = state;
  const at = write(stopped_at, "full");
  return (
    <>
      <div>
        <Title order={2}>{t("stoppedTitle")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {name ? t("stoppedBy", { name, at }) : t("stoppedAt", { at })}
        </Text>
        {reason ? <Text maw={640}>{t("stoppedReason", { reason })}</Text> : null}
        {stopped_by === "operator" ? <Text maw={640}>{t("operatorSentence")}</Text> : null}
      </div>
      {stopped_by === "account" ? (
        <Group>
          <StartButton />
        </Group>
      ) : null}
    </>
  );
}
