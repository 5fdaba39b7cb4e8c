import { Button, Slider, Stack, Text } from "@mantine/core";
import { useState } from "react";
import Cropper from "react-easy-crop";
import type { Answer } from "../../answer.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { cropImage, type Square } from "./crop-image.ts";
import { callUpload, putFile, useFileText } from "./put-file.ts";

/** `source`: where the page itself shows the file. */
type Props = { file: File; source: string; onClose: () => void; onSaved: () => void };

const MOST_ZOOM = 4;

/** Which part of an image is the picture: dragged and zoomed by mouse, finger or arrow keys. Fetched when it is opened. */
export default function CropDialog({ file, source, onClose, onSaved }: Props) {
  const t = useText("uploads");
  const copy = useFileText();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [square, setSquare] = useState<Square>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!square) return;
    setSaving(true);
    const answer = await savePicture(file, square).catch(() => undefined);
    setSaving(false);
    if (answer?.ok) onSaved();
    else setProblem(answer ? copy(answer, file.name) : t("notAnImage"));
  };
  return (
    <Dialog onClose={onClose} title={t("cropTitle")} centered>
      <Stack gap="md">
        <div className="upload-crop">
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            maxZoom={MOST_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setSquare(pixels)}
            keyboardStep={8}
            cropperProps={{ "aria-label": t("cropArea") }}
            mediaProps={{ onError: () => setProblem(t("notAnImage")) }}
          />
        </div>
        <div>
          <Text size="sm" fw={500}>
            {t("zoom")}
          </Text>
          <Slider
            thumbLabel={t("zoom")}
            label={null}
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={zoom}
            onChange={setZoom}
          />
        </div>
        {problem ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        ) : null}
        <DialogButtons onCancel={onClose}>
          <Button data-autofocus onClick={() => void save()} loading={isSaving} disabled={!square}>
            {t("savePicture")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

async function savePicture(
  file: File,
  square: Square,
): Promise<Answer<{ profile_pic_url: string | null }>> {
  const picture = await cropImage(file, square);
  const fileType = picture.type === "image/jpeg" ? "image/jpeg" : "image/png";
  return putFile(picture, {
    start: () => callUpload("startProfileUpload", { fileType }),
    take: (file_key) => callUpload("setProfilePicture", { file_key }),
  });
}
