import { Alert } from "@mantine/core";
import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useText } from "../messages/text.tsx";

function subscribe(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

export function OfflineNotice() {
  const t = useText("shell");
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Alert color="gray" radius={0} icon={<IconWifiOff size={18} />} py={8}>
      {t("offline")}
    </Alert>
  );
}
