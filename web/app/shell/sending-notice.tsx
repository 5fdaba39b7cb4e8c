import { Alert, Anchor, Group } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import type { SendingState } from "@thaw/core/accounts/sending-stop/sending-stop.schema";
import { SENDING } from "../features/sending/sending-page.ts";
import { StartButton } from "../features/sending/start-button.tsx";
import { useText } from "../messages/text.tsx";

type Props = { state: SendingState; canChange: boolean };

/** Above every screen while nothing is sent: who works here must not wonder. */
export function SendingNotice({ state, canChange }: Props) {
  const t = useText("sending");
  const { pathname } = useLocation();
  // There the page itself says it, with the same button.
  if (pathname === SENDING) return null;
  const isOperator = state.stopped_by === "operator";
  return (
    <Alert color="var(--tone-red)" variant="light" m="md" mb={0} py="xs">
      <Group justify="space-between" gap="xs">
        <span style={{ flex: "1 1 240px", overflowWrap: "anywhere" }}>
          {isOperator ? t("noticeOperator") : t("noticeAccount", { reason: state.reason ?? "" })}{" "}
          {canChange ? (
            <Anchor component={Link} to={SENDING} inherit underline="always">
              {t("noticeDetails")}
            </Anchor>
          ) : null}
        </span>
        {canChange && !isOperator ? <StartButton size="compact-sm" /> : null}
      </Group>
    </Alert>
  );
}
