import { IconWifiOff } from "@tabler/icons-react";
import { useText } from "../messages/text.tsx";
import { useConnection } from "../state/connection.ts";

/** Says that there is no connection, and that nothing is lost. */
export function OfflineNotice() {
  const t = useText("shell");
  const connection = useConnection();
  if (connection === "online") return null;
  return (
    <output className="offline">
      <IconWifiOff size={18} aria-hidden />
      {t(connection)}
    </output>
  );
}
