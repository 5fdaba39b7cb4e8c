import { Menu, Select } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import {
  IconArrowRight,
  IconBan,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { type Category, DO_NOT_CONTACT } from "@thaw/core/accounts/category/category.schema";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import type { Lead } from "@thaw/core/leads/lead/lead.schema";
import { Suspense, useState } from "react";
import { BarMenu } from "../../list/bar-menu.tsx";
import { useText } from "../../messages/text.tsx";
import { categoryName } from "../category/built-in.ts";
import { TagMenu } from "../tag/tag-menu.tsx";
import { EraseDialog, EraseItem } from "./erase-lead.tsx";
import { MoveLeadsDialog, SureDialog } from "./lead-dialogs.tsx";
import { LEADS } from "./lead-page.ts";
import { StopCompanyDialog, StopCompanyItem } from "./stop-company.tsx";
import { useLeadChange } from "./use-lead-change.ts";

type Props = {
  lead: Lead;
  categories: readonly Category[];
  tags: readonly Tag[];
  canErase: boolean;
};
type Asking = "move" | "delete" | "never" | "erase" | "company";

/** What can be done with this lead. */
export function LeadHead({ lead, categories, tags, canErase }: Props) {
  const t = useText("leads");
  const inbox = useText("inbox");
  const navigate = useNavigate();
  const { change, isBusy } = useLeadChange("list");
  const [asking, setAsking] = useState<Asking | null>(null);
  const ids = [lead.id];
  const close = () => setAsking(null);
  const choose = (value: string | null) => {
    const category_id = Number(value);
    if (value === null || category_id === lead.category_id) return;
    if (category_id === DO_NOT_CONTACT) setAsking("never");
    else change("category", ids, { category_id });
  };
  const sure = () => {
    close();
    if (asking === "never") return change("category", ids, { category_id: DO_NOT_CONTACT });
    change("delete", ids);
    // Its page is gone with it.
    navigate(LEADS);
  };
  return (
    <>
      <Select
        size="xs"
        w={180}
        aria-label={t("category")}
        data={categories.map((each) => ({
          value: String(each.id),
          label: categoryName(each, inbox),
        }))}
        value={String(lead.category_id)}
        onChange={choose}
        allowDeselect={false}
      />
      <TagMenu
        tags={tags}
        isBusy={isBusy}
        onChoose={(tag_id, isOn) => change(isOn ? "tag" : "untag", ids, { tag_id })}
      />
      <LeadActions
        isBusy={isBusy}
        canErase={canErase}
        email={lead.email}
        onAsk={setAsking}
        onChange={(wanted) => change(wanted, ids)}
      />
      {asking === "move" ? (
        <MoveLeadsDialog
          count={1}
          onMove={(to_campaign_id) => {
            change("move", ids, { to_campaign_id });
            close();
          }}
          onClose={close}
        />
      ) : null}
      <StopCompanyDialog email={lead.email} isOpen={asking === "company"} onClose={close} />
      {asking === "erase" ? (
        <Suspense>
          <EraseDialog leadId={lead.id} onClose={close} />
        </Suspense>
      ) : null}
      {asking === "delete" || asking === "never" ? (
        <SureDialog asking={asking} count={1} onSure={sure} onClose={close} />
      ) : null}
    </>
  );
}

type ActionsProps = {
  isBusy: boolean;
  canErase: boolean;
  email: string;
  onAsk: (asking: Asking) => void;
  onChange: (change: "pause" | "resume" | "stop" | "block") => void;
};

const PLAIN = [
  ["pause", IconPlayerPause],
  ["resume", IconPlayerPlay],
  ["stop", IconPlayerStop],
  ["block", IconBan],
] as const;

function LeadActions({ isBusy, canErase, email, onAsk, onChange }: ActionsProps) {
  const t = useText("leads");
  return (
    <BarMenu
      label={t("more")}
      image={<IconDots size={14} aria-hidden />}
      isBusy={isBusy}
      position="bottom-end"
    >
      {PLAIN.map(([wanted, ActionImage]) => (
        <Menu.Item
          key={wanted}
          leftSection={<ActionImage size={16} />}
          onClick={() => onChange(wanted)}
        >
          {t(wanted)}
        </Menu.Item>
      ))}
      <StopCompanyItem email={email} onAsk={() => onAsk("company")} />
      <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => onAsk("move")}>
        {t("move")}
      </Menu.Item>
      <Menu.Item
        c="var(--tone-red)"
        leftSection={<IconTrash size={16} />}
        onClick={() => onAsk("delete")}
      >
        {t("delete")}
      </Menu.Item>
      {canErase ? (
        // Its texts are fetched when the menu is first opened.
        <Suspense>
          <EraseItem onAsk={() => onAsk("erase")} />
        </Suspense>
      ) : null}
    </BarMenu>
  );
}
