import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconHistory,
  IconPencil,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import type { CampaignStatus } from "@thaw/core/campaign/campaign.schema";
import { useState } from "react";
import { useText } from "../messages/text.tsx";
import { type Asking, CampaignDialog } from "./campaign-dialog.tsx";
import { campaignAddress, campaignHome } from "./campaign-page.ts";
import type { Change, Changing } from "./use-campaign-change.ts";

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

type Props = {
  campaign: MenuCampaign;
  /** A row's menu leads to the campaign; the header's stands on its page. */
  place: "row" | "header";
  changing: Changing;
};

/** All that can be done with a campaign. What cannot be taken back asks first; the rest has an undo. */
export function CampaignMenu({ campaign, place, changing }: Props) {
  const t = useText("campaign-menu");
  const { change, isBusy } = changing;
  const [asking, setAsking] = useState<Asking | null>(null);
  const { name, status } = campaign;
  const item = (each: Offer) => {
    const ItemIcon = ICONS[each];
    const isLast = each === "stop" || each === "delete";
    return (
      <Menu.Item
        key={each}
        leftSection={<ItemIcon size={16} />}
        {...(isLast ? { c: "var(--tone-red)" } : {})}
        onClick={() => (isAsking(each) ? setAsking(each) : change(each))}
      >
        {t(each)}
      </Menu.Item>
    );
  };
  const label = place === "row" ? t("moreNamed", { name }) : t("more");
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant={place === "row" ? "subtle" : "default"}
            color="gray"
            size={place === "row" ? "md" : 36}
            title={t("more")}
            aria-label={label}
            loading={isBusy}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {place === "row" ? (
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
          {OFFERED[status].map(item)}
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <CampaignDialog
          key={asking}
          campaign={campaign}
          asking={asking}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  );
}
