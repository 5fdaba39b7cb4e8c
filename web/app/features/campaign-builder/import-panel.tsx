import { Progress, Stack, Text } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import type {
  LeadImport,
  LeadImportPreview,
} from "@thaw/core/leads/lead-import/lead-import.schema";
import { useState } from "react";
import type * as v from "valibot";
import { useText } from "../../messages/text.tsx";
import { FileDrop } from "../upload/file-drop.tsx";
import { postFile } from "../upload/post-file.ts";
import { useBuilder, useRefusalText } from "./builder.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { type ChosenImport, MappingForm } from "./mapping-form.tsx";
import { run } from "./run.ts";

/** What the server takes; an upload that is larger would only fail at its end. */
const MAX_BYTES = 15 * 1_048_576;

type Preview = v.InferOutput<typeof LeadImportPreview>;
type Stage =
  | { name: "choose"; error: string | null }
  | { name: "upload"; file: string; share: number }
  | { name: "map"; file: string; key: string; preview: Preview; error: string | null }
  | { name: "run"; job: LeadImport };

type Props = {
  /** An import that is under way already. */
  current: LeadImport | undefined;
  /** Leads have come, or the import is over. */
  onMore: () => void;
};

/** From a file to leads: choose, map, watch. */
export function ImportPanel({ current, onMore }: Props) {
  const t = useText("campaign-wizard");
  // Of the mapping: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const copy = useRefusalText();
  const { ensureCampaign } = useBuilder();
  const [isBusy, setIsBusy] = useState(false);
  const [stage, setStage] = useState<Stage>(
    current ? { name: "run", job: current } : { name: "choose", error: null },
  );
  const refuse = (error: string) => setStage({ name: "choose", error });

  const take = async (file: File) => {
    if (file.size === 0) return refuse(t("emptyFile"));
    if (file.size > MAX_BYTES) return refuse(t("largeFile"));
    const onShare = (share: number) => setStage({ name: "upload", file: file.name, share });
    onShare(0);
    const upload = await run("startLeadUpload", {});
    if (!upload.ok) return refuse(copy(upload));
    if (await postFile(upload.data, file, onShare)) return refuse(t("notUploaded"));
    const key = upload.data.file_key;
    const preview = await run("previewLeadImport", { file_key: key });
    if (!preview.ok) return refuse(copy(preview));
    setStage({ name: "map", file: file.name, key, preview: preview.data, error: null });
  };

  const start = async ({ mapping, options }: ChosenImport) => {
    if (stage.name !== "map") return;
    setIsBusy(true);
    const campaign = await ensureCampaign();
    const answer = campaign.ok
      ? await run("createLeadImport", {
          campaign_id: campaign.data,
          file_key: stage.key,
          file_name: stage.file.slice(0, 200),
          mapping,
          options,
        })
      : campaign;
    setIsBusy(false);
    if (answer.ok) setStage({ name: "run", job: answer.data });
    else setStage({ ...stage, error: copy(answer) });
  };

  if (stage.name === "choose")
    return (
      <FileDrop
        isLarge
        icon={<IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />}
        label={t("dropTitle")}
        hint={t("dropText")}
        accept=".csv,.tsv,.txt,text/csv"
        problems={stage.error ? [stage.error] : []}
        onFiles={([file]) => file && void take(file)}
      />
    );
  if (stage.name === "run") {
    const another = () => setStage({ name: "choose", error: null });
    return <ImportProgress first={stage.job} onMore={onMore} onAnother={another} />;
  }
  if (stage.name === "upload") return <Uploading file={stage.file} share={stage.share} />;
  return (
    <MappingForm
      key={stage.key}
      fileName={stage.file}
      preview={stage.preview}
      error={stage.error}
      isBusy={isBusy}
      onImport={(chosen) => void start(chosen)}
      onCancel={() => setStage({ name: "choose", error: null })}
    />
  );
}

function Uploading({ file, share }: { file: string; share: number }) {
  const t = useText("campaign-wizard");
  return (
    <Stack gap={8} p="md" className="panel">
      <Text fw={500}>{t(share < 1 ? "uploading" : "reading", { file })}</Text>
      <Progress value={share * 100} size="sm" aria-label={t("uploading", { file })} />
    </Stack>
  );
}
