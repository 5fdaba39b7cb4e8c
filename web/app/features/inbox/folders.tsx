import { Link, useSearchParams } from "@remix-run/react";
import {
  type Icon,
  IconArchive,
  IconBell,
  IconInbox,
  IconMailOpened,
  IconSend,
  IconUserQuestion,
} from "@tabler/icons-react";
import { FOLDERS, type Folder } from "@thaw/core/inbox/thread/thread.schema";
import { useEffect, useRef } from "react";
import { useText } from "../../messages/text.tsx";

const ICONS: Record<Folder, Icon> = {
  inbox: IconInbox,
  unread: IconMailOpened,
  sent: IconSend,
  reminders: IconBell,
  archived: IconArchive,
  untracked: IconUserQuestion,
};

type Props = {
  current: Folder;
  /** Gets what to remember of the address: the folder without the campaign that a link may have named. */
  onChoose: (search: URLSearchParams) => void;
};

export function Folders({ current, onChoose }: Props) {
  const t = useText("inbox");
  const [searchParams] = useSearchParams();
  const campaign = searchParams.get("campaign");
  const row = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- on a small screen another folder may lie outside the row
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>("[aria-current]");
    row.current?.scrollTo({ left: (chosen?.offsetLeft ?? 0) - 16 });
  }, [current]);
  return (
    <nav className="inbox-folders" aria-label={t("folders")} ref={row}>
      {FOLDERS.map((folder) => {
        const FolderIcon = ICONS[folder];
        const isCurrent = folder === current;
        return (
          <Link
            key={folder}
            to={`/app/master-inbox?folder=${folder}${campaign ? `&campaign=${campaign}` : ""}`}
            prefetch="intent"
            onClick={() => onChoose(new URLSearchParams(folder === "inbox" ? {} : { folder }))}
            className="inbox-folder"
            {...(isCurrent ? { "aria-current": "page" as const } : {})}
          >
            <FolderIcon size={16} stroke={1.75} aria-hidden />
            {t(folder)}
          </Link>
        );
      })}
    </nav>
  );
}
