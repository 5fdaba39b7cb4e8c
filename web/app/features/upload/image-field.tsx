import { Button, Group, Input, Text } from "@mantine/core";
import { IMAGE_TYPES } from "@thaw/core/kernel/upload/upload.schema";
import { useRef, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { callUpload, putFile, useFileText } from "./put-file.ts";

type Props = { name: string; label: string; current: string | null };

/** An image for the agency's brand: it goes up at once, and is taken into use when the form is saved. */
export function ImageField(props: Props) {
  // Once it is in use, nothing is chosen any more.
  return <ImageChoice key={props.current ?? ""} {...props} />;
}

function ImageChoice({ name, label, current }: Props) {
  const t = useText("clients");
  const uploads = useText("uploads");
  const copy = useFileText();
  const input = useRef<HTMLInputElement>(null);
  const [fileKey, setFileKey] = useState("");
  const [said, setSaid] = useState<{ text: string; isError: boolean }>();
  const choose = async (file: File | undefined) => {
    const fileType = IMAGE_TYPES.find((type) => type === file?.type);
    if (!file) return;
    if (!fileType) return setSaid({ text: uploads("notAnImage"), isError: true });
    const answer = await putFile(file, {
      start: () =>
        callUpload("startAssetUpload", {
          fileName: file.name,
          fileType,
          resourceEndpoint: "white-label",
        }),
      take: async (key) => ({ ok: true, data: key }),
    });
    if (!answer.ok) return setSaid({ text: copy(answer, file.name), isError: true });
    setFileKey(answer.data);
    setSaid({ text: t("imageChosen", { name: file.name }), isError: false });
  };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Group gap="sm">
        {current ? <img src={current} alt="" height={32} /> : null}
        <Button
          variant="default"
          size="xs"
          aria-label={`${label}: ${t("chooseImage")}`}
          onClick={() => input.current?.click()}
        >
          {t("chooseImage")}
        </Button>
        {said ? (
          <Text
            size="sm"
            component="output"
            c={said.isError ? "var(--mantine-color-error)" : "dimmed"}
          >
            {said.text}
          </Text>
        ) : null}
      </Group>
      {fileKey ? <input type="hidden" name={name} value={fileKey} /> : null}
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        hidden
        aria-label={label}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </Input.Wrapper>
  );
}
