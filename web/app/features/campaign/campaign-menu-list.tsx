import { Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconExternalLink,
  IconHistory,
  IconPencil,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import type { CampaignStatus } from "@thaw/core/campaigns/campaign/campaign.schema";
import type { Opened } from "../../components/opens-later.tsx";
import { useText } from "../../messages/text.tsx";
import type { Asking } from "./campaign-dialog.tsx";
import { campaignAddress, campaignHome } from "./campaign-page.ts";
import type { Change } from "./use-campaign-change.ts";

export type MenuCampaign = { id: number; name: string; status: CampaignStatus };

type Offer = Exclude<Change, "start" | "undo-start" | "pause"> | Asking;

/** D4.1: what each status may become, and what else is open to it. Start and pause have buttons of their own. */
const OFFERED: Record<CampaignStatus, readonly Offer[]> = {
  DRAFTED: ["rename", "duplicate", "archive", "delete"],
  ACTIVE: ["rename", "duplicate", "stop"],
  PAUSED: ["rename", "duplicate", "stop", "archive", "delete"],
  STOPPED: ["duplicate", "archive", "delete"],
  COMPLETED: ["rename", "duplicate", "archive", "delete"],
  ARCHIVED: ["duplicate", "unarchive", "delete"],
};

const ICONS = {
  rename: IconPencil,
  duplicate: IconCopy,
  stop: IconPlayerStop,
  archive: IconArchive,
  unarchive: IconArchiveOff,
  delete: IconTrash,
} as const;

const ASKING: ReadonlySet<string> = new Set<Asking>(["rename", "stop", "delete"]);
const isAsking = (each: Offer): each is Asking => ASKING.has(each);

type Props = Opened & {
  campaign: MenuCampaign;
  shownIn: "row" | "header";
  onAsk: (asking: Asking) => void;
  onChoose: (change: Exclude<Offer, Asking>) => void;
};

export default function CampaignMenuList({ campaign, shownIn, onAsk, onChoose, ...rest }: Props) {
  const t = useText("campaign-menu");
  const { button, ...state } = rest;
  const item = (each: Offer) => {
    const ItemIcon = ICONS[each];
    const isLast = each === "stop" || each === "delete";
    return (
      <Menu.Item
        key={each}
        leftSection={<ItemIcon size={16} />}
        {...(isLast ? { c: "var(--tone-red)" } : {})}
        onClick={() => (isAsking(each) ? onAsk(each) : onChoose(each))}
      >
        {t(each)}
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-end" withinPortal {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {shownIn === "row" ? (
          <Menu.Item
            component={Link}
            to={campaignHome(campaign)}
            leftSection={<IconExternalLink size={16} />}
          >
            {t("open")}
          </Menu.Item>
        ) : (
          <Menu.Item
            component={Link}
            to={`${campaignAddress(campaign.id)}/versions`}
            leftSection={<IconHistory size={16} />}
          >
            {t("versions")}
          </Menu.Item>
        )}
        {OFFERED[campaign.status].map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
