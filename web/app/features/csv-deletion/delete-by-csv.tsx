import { Button, FileButton } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconFileMinus } from "@tabler/icons-react";
import type {
  requestBlockListDeletion,
  requestLeadDeletion,
} from "@thaw/core/leads/lead-deletion/csv-deletion";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { Submitted } from "../../submit.server.ts";
import { useCsvUpload } from "../upload/use-csv-upload.ts";

type DeletionResult = Submitted<{
  delete: typeof requestLeadDeletion | typeof requestBlockListDeletion;
}>;

/** Takes a file that says what is to go; the screen's action answers `upload` and `delete`. A mailed link confirms it. */
export function DeleteByCsv() {
  const t = useText("csv-deletion");
  const read = useFetcher<DeletionResult>();
  const copy = { title: t("button"), notUploaded: t("notUploaded"), largeFile: t("largeFile") };
  const { take, isUploading } = useCsvUpload(copy, (file_key) =>
    read.submit({ intent: "delete", file_key }, { method: "post" }),
  );
  useActionResult(read.data, "delete", ({ matched, unmatched, mailed_to: email }) => {
    if (email === undefined) toast.failed(t("button"), t("nothing"));
    else toast.done(t("mailed", { matched, unmatched, email }));
  });
  const isBusy = isUploading || read.state !== "idle";
  return (
    <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={take}>
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          leftSection={<IconFileMinus size={14} />}
          loading={isBusy}
        >
          {t("button")}
        </Button>
      )}
    </FileButton>
  );
}
