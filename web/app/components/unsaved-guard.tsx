import { Button, Group, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type Location, useBlocker } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useText } from "../messages/text.tsx";
import { useLatest } from "../state/use-latest.ts";
import { Dialog } from "./dialog.tsx";

type Props = {
  isDirty: () => boolean;
  /** Whether going on leaves the changes behind; another path does, unless this says otherwise. */
  isLeft?: (from: Location, to: Location) => boolean;
  /** Saves what is not saved yet and tells whether everything is; then only a failure is asked about. */
  save?: () => Promise<boolean>;
};

const isOtherPath = (from: Location, to: Location) => from.pathname !== to.pathname;

/** Asks before unsaved changes are left behind. */
export function UnsavedGuard({ isDirty, isLeft = isOtherPath, save }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isLeft(currentLocation, nextLocation) && isDirty(),
  );
  const latest = useLatest({ blocker, save });
  useEffect(() => {
    const saving = blocker.state === "blocked" ? latest.current?.save?.() : undefined;
    void saving?.then((isSaved) =>
      isSaved ? latest.current?.blocker.proceed?.() : setHasFailed(true),
    );
  }, [blocker.state, latest]);
  useWindowEvent("beforeunload", (event) => {
    if (!isDirty()) return;
    event.preventDefault();
    void save?.();
  });
  if (blocker.state !== "blocked" || (save && !hasFailed)) return null;
  const answer = (isLeaving: boolean) => {
    setHasFailed(false);
    if (isLeaving) blocker.proceed();
    else blocker.reset();
  };
  return <LeaveDialog onAnswer={answer} />;
}

function LeaveDialog({ onAnswer }: { onAnswer: (isLeaving: boolean) => void }) {
  const t = useText("lists");
  const stay = () => onAnswer(false);
  return (
    <Dialog onClose={stay} title={t("unsavedTitle")}>
      <Stack>
        <Text size="sm">{t("unsavedText")}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={stay} data-autofocus>
            {t("stay")}
          </Button>
          <Button color="red" onClick={() => onAnswer(true)}>
            {t("leave")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
