import { Button, FileButton, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconUpload } from "@tabler/icons-react";
import {
  entriesOf,
  readEntry,
  type SuppressionsAdded,
} from "@thaw/core/leads/suppression/suppression.schema";
import { useState } from "react";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useOptions } from "../../list/use-options.ts";
import { useText } from "../../messages/text.tsx";
import type { ClientName } from "../client/client-menu.tsx";
import { CLIENT_CHOICES } from "../client/client-page.ts";
import { useCsvUpload } from "../upload/use-csv-upload.ts";
import type { Changed } from "./block-list.server.ts";

/** Adds entries by typing or pasting them, or with a file. */
export function AddEntries({ clients }: { clients: readonly ClientName[] }) {
  const t = useText("block-list");
  const fetcher = useFetcher<Changed>();
  const [text, setText] = useState("");
  const [left, setLeft] = useState(0);
  const [client, setClient] = useState("");
  const notifyAdded = (counts: SuppressionsAdded) => toast.done(t("added", counts));
  useActionResult(fetcher.data, "add", (counts) => {
    // What was not taken stays, to be fixed.
    const wrong = entriesOf({ values: [], text }).filter((entry) => readEntry(entry) === undefined);
    setText(wrong.join("\n"));
    setLeft(wrong.length);
    notifyAdded(counts);
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
          onChange={(event) => {
            setText(event.currentTarget.value);
            setLeft(0);
          }}
          error={message ?? (left > 0 ? t("notTaken", { count: left }) : null)}
        />
        {clients.length > 0 ? (
          <HoldsFor clients={clients} value={client} onChoose={setClient} />
        ) : null}
        {client ? <input type="hidden" name="client_id" value={client} /> : null}
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
          <AddFile onAdded={notifyAdded} client={client} />
        </Group>
      </Stack>
    </fetcher.Form>
  );
}

type HoldsForProps = {
  clients: readonly ClientName[];
  /** A client's id; nothing for the whole account. */
  value: string;
  onChoose: (client: string) => void;
};

function HoldsFor({ clients, value, onChoose }: HoldsForProps) {
  const t = useText("block-list");
  const lists = useText("lists");
  const all = clients.map(({ id, name }) => ({ value: String(id), label: name }));
  const whole = { value: "", label: t("scope.account") };
  const { setSearch, options } = useOptions(all, CLIENT_CHOICES);
  const [chosen, setChosen] = useState(whole);
  // The field searches for what is typed, and not for the name of what is chosen.
  const others = [whole, ...options].filter((option) => option.value !== chosen.value);
  return (
    <Select
      label={t("holdsFor")}
      data={[chosen, ...others]}
      value={value}
      onChange={(_, option) => {
        setChosen(option);
        onChoose(option.value);
      }}
      allowDeselect={false}
      searchable
      // What is typed takes the place of the name that stands there.
      onClick={(event) => event.currentTarget.select()}
      onFocus={(event) => event.currentTarget.select()}
      filter={({ options: found }) => found}
      onSearchChange={(text) => setSearch(text === chosen.label ? "" : text)}
      nothingFoundMessage={lists("noneFound")}
    />
  );
}

type FileProps = { client: string; onAdded: (counts: SuppressionsAdded) => void };

function AddFile({ client, onAdded }: FileProps) {
  const t = useText("block-list");
  const read = useFetcher<Changed>();
  const copy = { title: t("addFile"), notUploaded: t("notUploaded"), largeFile: t("largeFile") };
  const { take, isUploading } = useCsvUpload(copy, (file_key) => {
    const whose = client ? { client_id: client } : {};
    read.submit({ intent: "import", file_key, ...whose }, { method: "post" });
  });
  useActionResult(read.data, "import", onAdded);
  const isBusy = isUploading || read.state !== "idle";
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
