import { IMAGE_TYPES, type ImageType, MAX_BYTES } from "@thaw/core/kernel/upload/upload.schema";
import { useText } from "../../messages/text.tsx";
import { useFileSize } from "./file-size.ts";
import { callUpload, putFile, useFileText } from "./put-file.ts";

type Shown = { src: string; alt: string };

const isImageType = (type: string): type is ImageType => IMAGE_TYPES.some((each) => each === type);

/** Puts an image where everyone sees it, for a mail. Gives where it is, or why not in words. */
export function usePutImage() {
  const t = useText("uploads");
  const size = useFileSize();
  const copy = useFileText();
  return async (file: File, onShare: (share: number) => void): Promise<Shown | string> => {
    const { name, type } = file;
    if (!isImageType(type)) return t("notAnImage");
    const limit = size(MAX_BYTES.image);
    if (file.size > MAX_BYTES.image) return t("fileTooLarge", { name, limit });
    const answer = await putFile(file, {
      start: () => callUpload("startImageUpload", { fileName: name, fileType: type }),
      take: (file_key) => callUpload("takeSequenceImage", { file_key }),
      onShare,
    });
    // A name says more than nothing to anyone who does not see the image.
    return answer.ok
      ? { src: answer.data.url, alt: name.replace(/\.\w+$/, "").replace(/[-_]+/g, " ") }
      : copy(answer, name);
  };
}
