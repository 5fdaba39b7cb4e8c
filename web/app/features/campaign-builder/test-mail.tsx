import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { createElement, useState } from "react";
import { usePiece } from "../../components/piece.ts";
import { useText } from "../../messages/text.tsx";
import type { SampleLead } from "./load-step.server.ts";

const loadDialog = () => import("./test-mail-dialog.tsx");

export type TestMailProps = {
  campaignId: number;
  step: number;
  variant: Pick<Variant, "letter" | "subject" | "body">;
  /** Whom it is rendered for; an example when absent. */
  lead: SampleLead | undefined;
  attachments: readonly Attachment[];
};

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
