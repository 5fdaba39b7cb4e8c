import { Button, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useText } from "../messages/text.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";

type Props = {
  title: string;
  /** What will be gone. */
  text: string;
  /** What has to be typed. */
  word: string;
  /** On the red button. */
  action: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Only for what is truly gone afterwards; everything else gets an undo. Mount it while it is open. */
export function ConfirmByTyping({ title, text, word, action, isBusy, onConfirm, onClose }: Props) {
  const t = useText("lists");
  const [typed, setTyped] = useState("");
  const isRight = typed.trim() === word;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onConfirm();
  };
  const label = t.rich("typeToConfirm", { word: () => <strong>{word}</strong> });
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={confirm}>
        <Stack>
          <Text size="sm">{text}</Text>
          <TextInput
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red" disabled={!isRight} loading={isBusy ?? false}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
