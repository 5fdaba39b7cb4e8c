import { Button, NumberInput, type NumberInputProps, Stack, Text } from "@mantine/core";
import { IconAdjustments, IconTrash } from "@tabler/icons-react";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { type FormEvent, useState } from "react";
import { ConfirmByTyping } from "../../components/confirm-by-typing.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { useText } from "../../messages/text.tsx";
import { ClientMenu, type ClientName } from "../client/client-menu.tsx";
import { TagMenu } from "../tag/tag-menu.tsx";
import type { MailboxChanging } from "./use-mailbox-change.ts";

type Props = {
  ids: readonly string[];
  clear: () => void;
  tags: readonly Tag[];
  clients: readonly ClientName[];
  /** Of the list, so that what came of it is told after the selection is gone. */
  changing: MailboxChanging;
};

/** What can be done with the selected mailboxes at once. */
export function MailboxBar({ ids, clear, tags, clients, changing: { change, isBusy } }: Props) {
  const t = useText("mailboxes");
  const [asking, setAsking] = useState<"limits" | "delete" | null>(null);
  const close = () => setAsking(null);
  const shared = { size: "xs", variant: "default", disabled: isBusy } as const;
  return (
    <>
      <TagMenu
        tags={tags}
        isBusy={isBusy}
        onChoose={(tag_id, isOn) => change(isOn ? "tag" : "untag", ids, { tag_id })}
      />
      <ClientMenu ids={ids} field="mailbox_ids" clients={clients} />
      <Button
        {...shared}
        leftSection={<IconAdjustments size={14} aria-hidden />}
        onClick={() => setAsking("limits")}
      >
        {t("bulkLimits")}
      </Button>
      <Button
        {...shared}
        c="var(--tone-red)"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking("delete")}
      >
        {t("delete")}
      </Button>
      {asking === "limits" ? (
        <LimitsDialog
          count={ids.length}
          onSave={(limits) => {
            change("limits", ids, limits);
            close();
          }}
          onClose={close}
        />
      ) : null}
      {asking === "delete" ? (
        <ConfirmByTyping
          title={t("bulkDeleteTitle", { count: ids.length })}
          text={t("bulkDeleteText", { count: ids.length })}
          word={String(ids.length)}
          action={t("delete")}
          onConfirm={() => {
            change("delete", ids);
            close();
            clear();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type Limits = { daily_limit?: number; min_gap_minutes?: number };
type LimitsProps = { count: number; onSave: (limits: Limits) => void; onClose: () => void };

/** Asks for a limit, a gap or both: what stays empty is left to each mailbox. */
function LimitsDialog({ count, onSave, onClose }: LimitsProps) {
  const t = useText("mailboxes");
  const [limit, setLimit] = useState<number | string>("");
  const [gap, setGap] = useState<number | string>("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave({
      ...(limit === "" ? {} : { daily_limit: Number(limit) }),
      ...(gap === "" ? {} : { min_gap_minutes: Number(gap) }),
    });
  };
  const shared: NumberInputProps = {
    allowDecimal: false,
    clampBehavior: "strict",
    inputWrapperOrder: ["label", "input", "error", "description"],
  };
  return (
    <Dialog onClose={onClose} title={t("bulkLimitsTitle", { count })}>
      <form onSubmit={save}>
        <Stack>
          <Text size="sm">{t("bulkLimitsText", { count })}</Text>
          <NumberInput
            {...shared}
            label={t("dailyLimit")}
            description={t("dailyLimitHelp")}
            value={limit}
            onChange={setLimit}
            max={2_000}
            allowNegative={false}
            data-autofocus
          />
          <NumberInput
            {...shared}
            label={t("minGap")}
            description={t("minGapHelp")}
            value={gap}
            onChange={setGap}
            max={1_440}
            allowNegative={false}
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" disabled={limit === "" && gap === ""}>
              {t("bulkLimitsSave")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
