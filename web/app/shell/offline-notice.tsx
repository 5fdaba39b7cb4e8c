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
    <output className="offline">
      <IconWifiOff size={18} aria-hidden />
      {t("offline")}
    </output>
  );
}
