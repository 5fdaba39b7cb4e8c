import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RelativeTime } from "../../components/time.tsx";
import { Facts } from "../../features/mailbox/facts.tsx";
import { LastRead } from "../../features/mailbox/last-read.tsx";
import { useMailboxPage } from "../../features/mailbox/mailbox-page.ts";
import { SentToday } from "../../features/mailbox/sent-today.tsx";
import { useText } from "../../messages/text.tsx";
import "../../features/mailbox/mailbox.css";

export default function MailboxOverview() {
  const { mailbox } = useMailboxPage();
  const t = useText("mailboxes");
  // The other two are names that every mail program has.
  const securityOf = (security: string) => (security === "None" ? t("securityNone") : security);
  const facts = [
    [t("today"), <SentToday key="today" sent={mailbox.sent_today} limit={mailbox.daily_limit} />],
    [t("gap"), t("gapMinutes", { minutes: mailbox.min_gap_minutes })],
    [t("lastSend"), <When key="sent" at={mailbox.last_send_at} none={t("neverSent")} />],
    [t("lastRead"), <LastRead key="read" mailbox={mailbox} />],
    [t("name"), mailbox.from_name],
    [t("provider"), t(mailbox.provider)],
    [
      t("smtp"),
      t("serversAt", {
        host: mailbox.smtp_host,
        port: String(mailbox.smtp_port),
        security: securityOf(mailbox.smtp_security),
      }),
    ],
    [
      t("imap"),
      t("serversAt", {
        host: mailbox.imap_host,
        port: String(mailbox.imap_port),
        security: securityOf(mailbox.imap_security),
      }),
    ],
    [t("created"), <RelativeTime key="created" at={mailbox.created_at} />],
  ] as const;
  return (
    <>
      <Trouble />
      <Stack p="lg" gap="md" className="panel" component="section">
        <Title order={2}>{t("nowTitle")}</Title>
        <Facts facts={facts} />
      </Stack>
    </>
  );
}

function When({ at, none }: { at: string | undefined; none: string }) {
  return at ? <RelativeTime at={at} /> : none;
}

/** Why nothing leaves, and where that is fixed. */
function Trouble() {
  const { mailbox, canWrite } = useMailboxPage();
  const t = useText("mailboxes");
  const { id, connection_state, closed_until } = mailbox;
  const link = (
    <Anchor component={Link} to={`/app/email-account/${id}/error-state`} underline="always">
      {t(canWrite ? "reconnect" : "seeErrors")}
    </Anchor>
  );
  if (connection_state !== "CONNECTED") {
    return (
      <Notice tone="red" title={t("lostTitle")}>
        {t("lostText")} {link}
      </Notice>
    );
  }
  if (!closed_until) return null;
  return (
    <Notice tone="amber" title={t("closedTitle")}>
      {t.rich("closedText", { time: () => <RelativeTime at={closed_until} /> })} {link}
    </Notice>
  );
}

function Notice(props: { tone: "red" | "amber"; title: string; children: ReactNode }) {
  const { tone, title, children } = props;
  return (
    <div className="mailbox-notice" style={{ background: `var(--tone-${tone}-ground)` }}>
      <Text fw={600} c={`var(--tone-${tone})`}>
        {title}
      </Text>
      <Text>{children}</Text>
    </div>
  );
}
