import { useOutletContext } from "@remix-run/react";
import type { MailboxDetail } from "@thaw/core/senders/mailbox/mailbox.schema";

/** What the page of a mailbox hands to its tabs. */
export type MailboxPage = { mailbox: MailboxDetail; canWrite: boolean };

export const useMailboxPage = () => useOutletContext<MailboxPage>();
