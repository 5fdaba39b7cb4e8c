import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { createElement, useState } from "react";
import { OpensLater } from "../../components/opens-later.tsx";
import { usePiece } from "../../components/piece.ts";
import { useText } from "../../messages/text.tsx";
import type { Asking } from "./campaign-dialog.tsx";
import type { MenuCampaign } from "./campaign-menu-list.tsx";
import type { Changing } from "./use-campaign-change.ts";

const loadList = () => import("./campaign-menu-list.tsx");
const loadDialog = () => import("./campaign-dialog.tsx");

type Props = {
  campaign: MenuCampaign;
  /** A row's menu leads to the campaign; the header's stands on its page. */
  shownIn: "row" | "header";
  changing: Changing;
};

/** All that can be done with a campaign. What cannot be taken back asks first; the rest has an undo. */
export function CampaignMenu({ campaign, shownIn, changing }: Props) {
  const t = useText("campaign-menu");
  const { change, isBusy } = changing;
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const Dialog = usePiece(loadDialog, asking !== null, close);
  const label = shownIn === "row" ? t("moreNamed", { name: campaign.name }) : t("more");
  const button = (
    <ActionIcon
      variant={shownIn === "row" ? "subtle" : "default"}
      color="gray"
      size={shownIn === "row" ? "md" : 36}
      title={t("more")}
      aria-label={label}
      loading={isBusy}
    >
      <IconDots size={16} />
    </ActionIcon>
  );
  return (
    <>
      <OpensLater
        button={button}
        popup="menu"
        load={loadList}
        more={{ campaign, shownIn, onAsk: setAsking, onChoose: change }}
      />
      {asking && Dialog
        ? createElement(Dialog, { key: asking, campaign, asking, onClose: close })
        : null}
    </>
  );
}
