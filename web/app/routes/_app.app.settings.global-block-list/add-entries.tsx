import { Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconUpload } from "@tabler/icons-react";
import type { SuppressionsAdded } from "@thaw/core/suppression/suppression.schema";
import { useRef, useState } from "react";
import { lastResultOf, useOutcome } from "../../components/outcome.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { postFile } from "../../upload/post-file.ts";
import type { action } from "./route.tsx";

const MAX_BYTES = 15 * 1_048_576;

/** Adds entries by typing or pasting them, or with a file. */
export function AddEntries() {
  const t = useText("block-list");
  const fetcher = useFetcher<typeof action>();
  const [text, setText] = useState("");
  const told = (counts: SuppressionsAdded) => toast.done(t("added", counts));
  useOutcome(fetcher.data, "add", (counts) => {
    setText("");
    told(counts);
  });
  const error = lastResultOf(fetcher.data, "add")?.error;
  const message = Object.values(error ?? {}).flatMap((messages) => messages ?? [])[0];
  return (
    <fetcher.Form method="post">
      <Stack gap="sm" maw={560}>
        <Textarea
          name="text"
          label={t("entries")}
          description={t("entriesHint")}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={message}
        />
        <Group gap="xs">
          <Button
            type="submit"
            name="intent"
            value="add"
            disabled={text.trim() === ""}
            loading={fetcher.state !== "idle"}
          >
            {t("add")}
          </Button>
          <AddFile onAdded={told} />
        </Group>
      </Stack>
    </fetcher.Form>
  );
}

function AddFile({ onAdded }: { onAdded: (counts: SuppressionsAdded) => void }) {
  const t = useText("block-list");
  const ask = useFetcher<typeof action>();
  const read = useFetcher<typeof action>();
  const chosen = useRef<File | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  useOutcome(read.data, "import", onAdded);

  const send = async (
    target: { url: string; fields: Record<string, string>; file_key: string },
    file: File,
  ) => {
    setIsUploading(true);
    const failure = await postFile(target, file, () => undefined);
    setIsUploading(false);
    if (failure) return toast.failed(t("addFile"), t("notUploaded"));
    read.submit({ intent: "import", file_key: target.file_key }, { method: "post" });
  };
  useOutcome(ask.data, "upload", (target) => {
    if (chosen.current) void send(target, chosen.current);
  });
  const take = (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return toast.failed(t("addFile"), t("largeFile"));
    chosen.current = file;
    ask.submit({ intent: "upload" }, { method: "post" });
  };
  const isBusy = isUploading || ask.state !== "idle" || read.state !== "idle";
  return (
    <>
      <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={take}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} />}
            disabled={isBusy}
          >
            {t("addFile")}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" aria-live="polite">
        {isBusy ? t("reading") : t("fileHint")}
      </Text>
    </>
  );
}
