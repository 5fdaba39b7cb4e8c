import type { ConnectionStatus } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { useText } from "../../messages/text.tsx";

/** What has become of the request to connect on LinkedIn. */
export function ConnectionState({ connection }: { connection: ConnectionStatus }) {
  return useText("step-types")(`connection.${connection}`);
}
