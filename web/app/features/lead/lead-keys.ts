import { useText } from "../../messages/text.tsx";
import { useScreenKeys } from "../../state/screen-keys.ts";

type Actions = Record<"onTask" | "onNote" | "onReminder", () => void>;

/** D12: `L` and then T, N or R, as everywhere where one lead is in view. */
export function useLeadKeys(canWrite: boolean, { onTask, onNote, onReminder }: Actions) {
  const t = useText("tasks");
  const keys = [
    { keys: "l t", label: t("keyTask"), run: onTask },
    { keys: "l n", label: t("keyNote"), run: onNote },
    { keys: "l r", label: t("keyReminder"), run: onReminder },
  ];
  useScreenKeys(canWrite ? keys : []);
}
