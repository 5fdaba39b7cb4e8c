import { Anchor, Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { Passkey } from "@thaw/core/accounts/passkey/passkey.schema";
import { type ReactNode, useState } from "react";
import type { Column } from "../../list/column.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { RemovePasskey, RenamePasskey } from "./passkey-dialogs.tsx";
import { timesOf, WaysIn } from "./ways-in.tsx";

type Props = {
  passkeys: Passkey[];
  /** Where passkeys work; absent where this page is there already. */
  elsewhere: string | null;
};

type Dialog = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey };

const columns = (t: Words<"passkeys">, open: (dialog: Dialog) => void): Column<Passkey>[] => [
  {
    id: "name",
    header: t("name"),
    isFixed: true,
    cell: ({ name, is_synced }) => (
      <Group gap="xs">
        {name}
        {is_synced ? <Badge variant="light">{t("synced")}</Badge> : null}
      </Group>
    ),
  },
  ...timesOf<Passkey>({ added: t("added"), used: t("used"), never: t("never") }),
  {
    id: "actions",
    header: t("actions"),
    cell: (passkey) => (
      <Group gap={4} wrap="nowrap">
        {(["rename", "remove"] as const).map((kind) => (
          <Button
            key={kind}
            variant="subtle"
            size="compact-sm"
            aria-label={t(`${kind}Of`, { name: passkey.name })}
            onClick={() => open({ kind, passkey })}
          >
            {t(kind)}
          </Button>
        ))}
      </Group>
    ),
  },
];

export function PasskeysPanel({ passkeys, elsewhere }: Props) {
  const t = useText("passkeys");
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const add =
    elsewhere === null ? (
      <Button variant="default" onClick={() => setDialog({ kind: "add" })}>
        {t("add")}
      </Button>
    ) : (
      <Text size="sm">{t.rich("elsewhere", { link: linkTo(elsewhere) })}</Text>
    );
  return (
    <Stack gap="xs" component="section">
      <WaysIn
        title={t("title")}
        teach={t("teach")}
        action={add}
        rows={passkeys}
        columns={columns(t, setDialog)}
        rowName={({ name }) => name}
      />
      {dialog?.kind === "add" ? <AddPasskey onClose={close} /> : null}
      {dialog?.kind === "rename" ? (
        <RenamePasskey passkey={dialog.passkey} onClose={close} />
      ) : null}
      {dialog?.kind === "remove" ? (
        <RemovePasskey passkey={dialog.passkey} onClose={close} />
      ) : null}
    </Stack>
  );
}

const linkTo = (origin: string) => (copy: ReactNode) => (
  <Anchor href={`${origin}/app/settings/security`} underline="always" inherit>
    {copy}
  </Anchor>
);
