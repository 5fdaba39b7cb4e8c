import { Anchor, Button, Loader, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { type Icon, IconFile, IconMoonStars, IconPhotoOff, IconRobot } from "@tabler/icons-react";
import type { ThreadMessage } from "@thaw/core/inbox/thread/thread.schema";
import { useState } from "react";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import type { loader } from "../../routes/app.master-inbox-message/route.tsx";
import { LinkedText } from "./linked-text.tsx";
import { MessageFrame } from "./message-frame.tsx";
import { ReplyState } from "./reply-state.tsx";

type Look = { word: TextKey<"inbox">; tone: Tone; icon?: Icon };

const KINDS: Partial<Record<NonNullable<ThreadMessage["kind"]>, Look>> = {
  "auto-reply": { word: "automatic", tone: "drafted", icon: IconRobot },
  "out-of-office": { word: "away", tone: "waiting", icon: IconMoonStars },
  bounce: { word: "bounce", tone: "failed" },
  complaint: { word: "complaint", tone: "failed" },
};

type Props = {
  threadId: number;
  message: ThreadMessage;
  /** The name of the campaign that its mails are of. */
  campaign: string;
  canAnswer: boolean;
};

export function Message({ threadId, message, campaign, canAnswer }: Props) {
  const t = useText("inbox");
  const kind = message.kind && KINDS[message.kind];
  const [isWhole, setWhole] = useState(false);
  const whole = useWhole(threadId, message.id);
  const toggle = () => {
    setWhole(!isWhole);
    if (!whole.data) whole.load(false);
  };
  return (
    <section className="message" data-direction={message.direction}>
      <header className="message-head">
        <span className="message-from">
          {t.rich("from", {
            from: message.from,
            to: message.to || "–",
            quiet: (copy) => <span className="message-to">{copy}</span>,
          })}
        </span>
        <Text size="xs" c="dimmed" component="span">
          <RelativeTime at={message.at} />
        </Text>
      </header>
      {isWhole ? (
        <WholeMessage from={message.from} whole={whole} />
      ) : (
        <LinkedText text={message.text} />
      )}
      {message.too_large ? <p className="message-note">{t("tooLarge")}</p> : null}
      <Attachments files={message.attachments} />
      <div className="message-foot">
        {message.is_shortened ? (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={toggle}>
            {t(isWhole ? "hideWhole" : "showWhole")}
          </Button>
        ) : null}
        {kind ? <Kind {...kind} /> : null}
        {message.step === undefined ? null : (
          <Text size="xs" c="dimmed">
            {t(campaign ? "step" : "stepAlone", { step: message.step, campaign })}
          </Text>
        )}
        {isFromElsewhere(message) ? (
          <Text size="xs" c="dimmed">
            {t("elsewhere")}
          </Text>
        ) : null}
        <ReplyState message={message} canAnswer={canAnswer} />
      </div>
    </section>
  );
}

/** A campaign's mail has a step, a reply of the inbox has a status. */
const isFromElsewhere = ({ direction, step, status }: ThreadMessage) =>
  direction === "out" && step === undefined && status === undefined;

function Kind({ word, ...look }: Look) {
  const t = useText("inbox");
  return <StatusBadge {...look}>{t(word)}</StatusBadge>;
}

/** The message as it was written; fetched when someone asks for it, with or without its remote images. */
function useWhole(threadId: number, messageId: string) {
  const { data, load: fetchWhole } = useFetcher<typeof loader>({
    key: `whole-${threadId}-${messageId}`,
  });
  const [hasImages, setImages] = useState(false);
  const load = (images: boolean) => {
    setImages(images);
    const query = new URLSearchParams({
      thread: String(threadId),
      message: messageId,
      images: String(images),
    });
    fetchWhole(`/app/master-inbox-message?${query}`);
  };
  return { data, hasImages, load };
}

type Whole = ReturnType<typeof useWhole>;

function WholeMessage({ from, whole }: { from: string; whole: Whole }) {
  const t = useText("inbox");
  const { data, hasImages, load } = whole;
  if (!data) return <Loader size="sm" />;
  const title = t("wholeMessage", { from });
  return (
    <>
      {data.remote_images > 0 && !hasImages ? (
        <div className="message-note">
          <IconPhotoOff size={16} aria-hidden />
          <span>
            {t("imagesBlocked", { count: data.remote_images })}{" "}
            <Anchor
              component="button"
              type="button"
              size="xs"
              underline="always"
              onClick={() => load(true)}
            >
              {t("showImages")}
            </Anchor>
          </span>
        </div>
      ) : null}
      {data.html ? (
        <MessageFrame title={title} html={data.html} hasImages={hasImages} />
      ) : (
        <LinkedText text={data.text} />
      )}
    </>
  );
}

function Attachments({ files }: { files: ThreadMessage["attachments"] }) {
  const t = useText("inbox");
  if (files.length === 0) return null;
  return (
    <ul className="message-files" aria-label={t("attachments")}>
      {files.map((file, at) => (
        // Two attachments may have the same name, and they never change places.
        <li className="message-file" key={at}>
          <IconFile size={14} aria-hidden />
          {file.file_name} · {sizeText(t, file.size_bytes)}
        </li>
      ))}
    </ul>
  );
}

function sizeText(t: ReturnType<typeof useText<"inbox">>, bytes: number): string {
  if (bytes < 1_000) return t("bytes", { size: bytes });
  if (bytes < 1_000_000) return t("kilobytes", { size: bytes / 1_000 });
  return t("megabytes", { size: bytes / 1_000_000 });
}
