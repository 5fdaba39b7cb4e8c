import { Button, Menu } from "@mantine/core";
import {
  IconArrowRight,
  IconBan,
  IconCategory,
  IconDots,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from "@tabler/icons-react";
import { type Category, DO_NOT_CONTACT } from "@thaw/core/accounts/category/category.schema";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { useState } from "react";
import { BarMenu } from "../../list/bar-menu.tsx";
import { useText } from "../../messages/text.tsx";
import { categoryName } from "../category/built-in.ts";
import { TagMenu } from "../tag/tag-menu.tsx";
import { MoveLeadsDialog, SureDialog } from "./lead-dialogs.tsx";
import type { LeadChanging } from "./use-lead-change.ts";

type Props = {
  ids: readonly string[];
  clear: () => void;
  categories: readonly Category[];
  tags: readonly Tag[];
  /** Of the list, so that what came of it is told after the selection is gone. */
  changing: LeadChanging;
  onExport: (ids: readonly string[]) => void;
};

const STATUS_ACTIONS = [
  ["pause", IconPlayerPause],
  ["resume", IconPlayerPlay],
  ["stop", IconPlayerStop],
] as const;

/** What can be done with the selected leads at once. */
export function LeadBar({ ids, clear, categories, tags, changing, onExport }: Props) {
  const t = useText("leads");
  const [asking, setAsking] = useState<"move" | "delete" | "never" | null>(null);
  const { isBusy, change } = changing;
  const close = () => setAsking(null);
  const finish = (...what: Parameters<typeof change>) => {
    change(...what);
    close();
    clear();
  };
  const setCategory = (id: number) =>
    id === DO_NOT_CONTACT ? setAsking("never") : change("category", ids, { category_id: id });
  return (
    <>
      {STATUS_ACTIONS.map(([action, ActionImage]) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<ActionImage size={14} aria-hidden />}
          onClick={() => change(action, ids)}
        >
          {t(action)}
        </Button>
      ))}
      <CategoryMenu categories={categories} isBusy={isBusy} onChoose={setCategory} />
      <TagMenu
        tags={tags}
        isBusy={isBusy}
        onChoose={(tag_id, isOn) => change(isOn ? "tag" : "untag", ids, { tag_id })}
      />
      <MoreMenu
        isBusy={isBusy}
        onAsk={setAsking}
        onBlock={() => change("block", ids)}
        onExport={() => onExport(ids)}
      />
      {asking === "move" ? (
        <MoveLeadsDialog
          count={ids.length}
          onMove={(to_campaign_id) => finish("move", ids, { to_campaign_id })}
          onClose={close}
        />
      ) : null}
      {asking === "delete" || asking === "never" ? (
        <SureDialog
          asking={asking}
          count={ids.length}
          onSure={() =>
            asking === "delete"
              ? finish("delete", ids)
              : finish("category", ids, { category_id: DO_NOT_CONTACT })
          }
          onClose={close}
        />
      ) : null}
    </>
  );
}

type MoreProps = {
  isBusy: boolean;
  onAsk: (asking: "move" | "delete") => void;
  onBlock: () => void;
  onExport: () => void;
};

function MoreMenu({ isBusy, onAsk, onBlock, onExport }: MoreProps) {
  const t = useText("leads");
  return (
    <BarMenu label={t("more")} image={<IconDots size={14} aria-hidden />} isBusy={isBusy}>
      <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => onAsk("move")}>
        {t("move")}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={onExport}>
        {t("exportSelected")}
      </Menu.Item>
      <Menu.Item leftSection={<IconBan size={16} />} onClick={onBlock}>
        {t("block")}
      </Menu.Item>
      <Menu.Item
        c="var(--tone-red)"
        leftSection={<IconTrash size={16} />}
        onClick={() => onAsk("delete")}
      >
        {t("delete")}
      </Menu.Item>
    </BarMenu>
  );
}

type CategoryProps = {
  categories: readonly Category[];
  isBusy: boolean;
  onChoose: (categoryId: number) => void;
};

function CategoryMenu({ categories, isBusy, onChoose }: CategoryProps) {
  const t = useText("leads");
  const inbox = useText("inbox");
  return (
    <BarMenu label={t("category")} image={<IconCategory size={14} aria-hidden />} isBusy={isBusy}>
      {categories.map((category) => (
        <Menu.Item key={category.id} onClick={() => onChoose(category.id)}>
          {categoryName(category, inbox)}
        </Menu.Item>
      ))}
    </BarMenu>
  );
}
