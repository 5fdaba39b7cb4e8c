import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import type { Mailbox } from "@thaw/core/senders/mailbox/mailbox.schema";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import type { Text as Words } from "../../messages/text.tsx";
import { TagChips } from "../tag/tag-chips.tsx";
import { LastRead } from "./last-read.tsx";
import { MailboxState } from "./mailbox-state.tsx";
import { SentToday } from "./sent-today.tsx";
import "./mailbox.css";

export function mailboxColumns(t: Words<"mailboxes">, tags: readonly Tag[]): Column<Mailbox>[] {
  return [
    { id: "email", header: t("email"), isFixed: true, cell: ({ email }) => email },
    {
      id: "state",
      header: t("state"),
      cell: ({ connection_state }) => <MailboxState state={connection_state} />,
    },
    {
      id: "name",
      header: t("name"),
      cell: ({ from_name }) => (
        <span className="mailbox-name" title={from_name}>
          {from_name}
        </span>
      ),
    },
    {
      id: "tags",
      header: t("tags"),
      // A column for those who use tags.
      isHidden: tags.length === 0,
      cell: ({ tag_ids }) => <TagChips ids={tag_ids} tags={tags} />,
    },
    {
      id: "sent",
      header: t("sentToday"),
      cell: ({ sent_today, daily_limit }) => <SentToday sent={sent_today} limit={daily_limit} />,
    },
    {
      id: "gap",
      header: t("gap"),
      align: "right",
      cell: ({ min_gap_minutes }) => t("gapMinutes", { minutes: min_gap_minutes }),
    },
    { id: "read", header: t("lastRead"), cell: (mailbox) => <LastRead mailbox={mailbox} /> },
    { id: "provider", header: t("provider"), cell: ({ provider }) => t(provider) },
    {
      id: "created",
      header: t("created"),
      align: "right",
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ];
}
