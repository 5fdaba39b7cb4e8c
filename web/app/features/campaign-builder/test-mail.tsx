import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { createElement, useState } from "react";
import { usePiece } from "../../components/piece.ts";
import { useText } from "../../messages/text.tsx";
import type { TestMailProps } from "./test-mail-dialog.tsx";

const loadDialog = () => import("./test-mail-dialog.tsx");

/** Sends the mail that is being written to any address. */
export function TestMail(props: TestMailProps) {
  const t = useText("campaign-wizard");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Dialog = usePiece(loadDialog, isOpen, close);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconMailForward size={14} />}
        onClick={() => setOpen(true)}
      >
        {t("testMail")}
      </Button>
      {isOpen && Dialog ? createElement(Dialog, { ...props, onClose: close }) : null}
    </>
  );
}
