import { IconAlertTriangle, IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import type { CONNECTION_STATES } from "@thaw/core/senders/mailbox/mailbox.schema";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";

export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const CONNECTION_TEXT: Record<ConnectionState, TextKey<"mailboxes">> = {
  CONNECTED: "connected",
  DISCONNECTED: "disconnected",
  ERROR: "connectionError",
};

const ICONS = {
  CONNECTED: IconPlugConnected,
  DISCONNECTED: IconPlugConnectedX,
  ERROR: IconAlertTriangle,
};

/** Whether a mailbox can be signed in to. */
export function MailboxState({ state }: { state: ConnectionState }) {
  const t = useText("mailboxes");
  return (
    <StatusBadge tone={state === "CONNECTED" ? "good" : "failed"} icon={ICONS[state]}>
      {t(CONNECTION_TEXT[state])}
    </StatusBadge>
  );
}
