import { Button, FileButton } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconFileMinus } from "@tabler/icons-react";
import type {
  requestBlockListDeletion,
  requestLeadDeletion,
} from "@thaw/core/lead-deletion/csv-deletion";
import type { startLeadUpload } from "@thaw/core/lead-import/lead-import";
import { useRef, useState } from "react";
import { useOutcome } from "../components/outcome.ts";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";
import type { Submitted } from "../submit.server.ts";
import { postFile } from "../upload/post-file.ts";

type Outcome = Submitted<{
  upload: typeof startLeadUpload;
  delete: typeof requestLeadDeletion | typeof requestBlockListDeletion;
}>;
type Target = Awaited<ReturnType<typeof startLeadUpload>>;

const MAX_BYTES = 15 * 1_048_576;

/** Takes a file that says what is to go; the screen's action answers `upload` and `delete`. A mailed link confirms it. */
export function DeleteByCsv() {
  const t = useText("csv-deletion");
  const ask = useFetcher<Outcome>();
  const read = useFetcher<Outcome>();
  const chosen = useRef<File | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const send = async (target: Target, file: File) => {
    setIsUploading(true);
    const failure = await postFile(target, file, () => undefined);
    setIsUploading(false);
    if (failure) return toast.failed(t("button"), t("notUploaded"));
    read.submit({ intent: "delete", file_key: target.file_key }, { method: "post" });
  };
  useOutcome(ask.data, "upload", (target) => {
    if (chosen.current) void send(target, chosen.current);
  });
  useOutcome(read.data, "delete", ({ matched, unmatched, mailed_to: email }) => {
    if (email === undefined) toast.failed(t("button"), t("nothing"));
    else toast.done(t("mailed", { matched, unmatched, email }));
  });
  const take = (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return toast.failed(t("button"), t("largeFile"));
    chosen.current = file;
    ask.submit({ intent: "upload" }, { method: "post" });
  };
  const isBusy = isUploading || ask.state !== "idle" || read.state !== "idle";
  return (
    <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={take}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileMinus size={16} />}
          loading={isBusy}
        >
          {t("button")}
        </Button>
      )}
    </FileButton>
  );
}
