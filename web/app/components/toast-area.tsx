import type { ToastContent } from "./toasts.ts";
import "@mantine/notifications/styles.layer.css";
import { Button, Group, Text } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { useText } from "../messages/text.tsx";
import { connectToasts } from "./toasts.ts";

const SHOWN_MS = 4_000;
const FAILURE_MS = 15_000;
const UNDO_MS = 10_000;

function UndoToast({ text, onUndo }: { text: string; onUndo: () => void }) {
  const t = useText("shell");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0} style={{ overflowWrap: "anywhere" }} lineClamp={3} title={text}>
        {text}
      </Text>
      <Button size="compact-sm" variant="light" flex="none" onClick={onUndo}>
        {t("undo")}
      </Button>
    </Group>
  );
}

function showToast(toast: ToastContent) {
  const shared = { withBorder: true };
  if (toast.kind === "done") {
    notifications.show({
      ...shared,
      message: toast.text,
      color: "green",
      icon: <IconCheck size={16} />,
      autoClose: SHOWN_MS,
    });
  } else if (toast.kind === "failed") {
    notifications.show({
      ...shared,
      title: toast.title,
      message: toast.text,
      color: "red",
      icon: <IconAlertTriangle size={16} />,
      autoClose: FAILURE_MS,
      role: "alert",
    });
  } else {
    const id = crypto.randomUUID();
    const undo = () => {
      notifications.hide(id);
      toast.onUndo();
    };
    notifications.show({
      ...shared,
      id,
      message: <UndoToast text={toast.text} onUndo={undo} />,
      autoClose: UNDO_MS,
    });
  }
}

export default function ToastArea() {
  useEffect(() => connectToasts(showToast), []);
  return <Notifications position="top-right" limit={4} />;
}
