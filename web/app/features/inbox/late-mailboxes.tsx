import { Anchor } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { IconClockExclamation } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { RelativeTime } from "../../components/time.tsx";
import { useText } from "../../messages/text.tsx";
import type { LateNews } from "../../routes/app.late-mailboxes/route.ts";

/** As often as mailboxes are read. */
const EVERY_MS = 5 * 60_000;
/** The list below is what people are here for. */
const MOST_SHOWN = 3;

/** Names the mailboxes whose new mail the list may lack. */
export function LateMailboxes() {
  const t = useText("inbox");
  const late = useLate();
  if (!late || late.total === 0) return null;
  const shown = late.items.slice(0, MOST_SHOWN);
  const more = late.total - shown.length;
  return (
    <output className="inbox-late">
      <IconClockExclamation size={16} aria-hidden />
      <div>
        {shown.map((mailbox) => (
          <p key={mailbox.id}>
            <LateMailbox mailbox={mailbox} canOpen={late.canOpen} />
          </p>
        ))}
        {more > 0 ? <p>{t("lateMore", { count: more })}</p> : null}
      </div>
    </output>
  );
}

type Props = { mailbox: LateNews["items"][number]; canOpen: boolean };

function LateMailbox({ mailbox: { id, email, read_at }, canOpen }: Props) {
  const t = useText("inbox");
  const name = canOpen ? (
    <Anchor component={Link} to={`/app/email-account/${id}/overview`} underline="always">
      {email}
    </Anchor>
  ) : (
    email
  );
  return read_at
    ? t.rich("lateSince", { mailbox: () => name, time: () => <RelativeTime at={read_at} /> })
    : t.rich("lateNever", { mailbox: () => name });
}

async function fetchLate(): Promise<LateNews | undefined> {
  try {
    const response = await fetch("/app/late-mailboxes");
    return response.ok ? ((await response.json()) as LateNews) : undefined;
  } catch {
    return undefined;
  }
}

function useLate(): LateNews | undefined {
  const [late, setLate] = useState<LateNews>();
  const look = async () => {
    const found = await fetchLate();
    if (found) setLate(found);
  };
  const { start, stop } = useInterval(() => {
    if (document.visibilityState === "visible") void look();
  }, EVERY_MS);
  useEffect(() => {
    void look();
    start();
    return stop;
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the inbox is opened
  }, []);
  return late;
}
