import { Progress, Text } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconPhoto } from "@tabler/icons-react";
import type { Editor } from "@tiptap/react";
import { type RefObject, useRef, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { usePutImage } from "../upload/put-image.ts";

const ACCEPT = "image/png,image/jpeg,image/webp,image/gif";

/** Images on their way into a mail: one after the other, each where the cursor is when it arrives. */
export function useImages(editor: RefObject<Editor | null>) {
  const putImage = usePutImage();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const insert = async (files: readonly File[]) => {
    setProblem(undefined);
    for (const file of files) {
      setShare(0);
      const put = await putImage(file, setShare);
      if (typeof put === "string") setProblem(put);
      else editor.current?.chain().focus().setImage(put).run();
    }
    setShare(undefined);
  };
  return { insert: (files: readonly File[]) => void insert(files), share, problem };
}

export function ImageControl({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useText("uploads");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <RichTextEditor.Control
        aria-label={t("insertImage")}
        title={t("insertImage")}
        onClick={() => input.current?.click()}
      >
        <IconPhoto size={16} stroke={1.5} />
      </RichTextEditor.Control>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        aria-label={t("insertImage")}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

type StateProps = { share: number | undefined; problem: string | undefined };

/** How far an image is, and why one did not come. */
export function ImageState({ share, problem }: StateProps) {
  const t = useText("uploads");
  return (
    <>
      {share === undefined ? null : (
        <Progress value={share * 100} size="xs" aria-label={t("uploadingImage")} />
      )}
      {problem ? (
        <Text size="xs" p={8} c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
    </>
  );
}
