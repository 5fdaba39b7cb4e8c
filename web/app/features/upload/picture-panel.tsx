import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { IMAGE_TYPES, MAX_BYTES } from "@thaw/core/kernel/upload/upload.schema";
import { lazy, Suspense, useRef, useState } from "react";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { useFileSize } from "./file-size.ts";
import { callUpload, useFileText } from "./put-file.ts";
import "./upload.css";

const CropDialog = lazy(() => import("./crop-dialog.tsx"));

/** What is cropped in the browser may be larger than what leaves it. */
const MOST_READ_BYTES = 25 * 1_048_576;

type Props = { picture: string | null; initials: string };

/** The picture of the signed-in user: choose one, cut a square out of it, or remove it. */
export function PicturePanel({ picture, initials }: Props) {
  const t = useText("uploads");
  const size = useFileSize();
  const copy = useFileText();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; source: string }>();
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isImage = IMAGE_TYPES.some((type) => type === file.type);
    const limit = size(MOST_READ_BYTES);
    if (!isImage) setProblem(t("notAnImage"));
    else if (file.size > MOST_READ_BYTES) {
      setProblem(t("fileTooLarge", { name: file.name, limit }));
    } else {
      setProblem(undefined);
      setChosen({ file, source: URL.createObjectURL(file) });
    }
  };
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.source);
    setChosen(undefined);
  };
  const remove = async () => {
    const answer = await callUpload("removeProfilePicture", {});
    if (!answer.ok) return setProblem(copy(answer, t("picture")));
    toast.done(t("pictureRemoved"));
    return revalidate();
  };
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <div>
        <Title order={2}>{t("picture")}</Title>
        <Text size="sm" c="dimmed">
          {t("pictureSentence", { limit: size(MAX_BYTES.profile) })}
        </Text>
      </div>
      <Group gap="md">
        <span className="upload-picture">
          {picture ? <img src={picture} alt="" /> : <span aria-hidden>{initials}</span>}
        </span>
        <Stack gap={6}>
          <Group gap="xs">
            <Button variant="default" onClick={() => input.current?.click()}>
              {t(picture ? "changePicture" : "choosePicture")}
            </Button>
            {picture ? (
              <Button variant="subtle" color="gray" onClick={() => void remove()}>
                {t("removePicture")}
              </Button>
            ) : null}
          </Group>
          {problem ? (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          ) : null}
        </Stack>
      </Group>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        hidden
        aria-label={t("choosePicture")}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Suspense>
        {chosen ? (
          <CropDialog
            {...chosen}
            onClose={close}
            onSaved={() => {
              close();
              toast.done(t("pictureSaved"));
              revalidate();
            }}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
