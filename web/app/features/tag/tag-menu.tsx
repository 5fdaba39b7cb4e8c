import { ColorSwatch, Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconTag } from "@tabler/icons-react";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { Suspense } from "react";
import { BarMenu } from "../../list/bar-menu.tsx";
import { useText } from "../../messages/text.tsx";
import { TAG_MANAGER } from "./tag-page.ts";

type Props = {
  tags: readonly Tag[];
  isBusy: boolean;
  onChoose: (tagId: number, isOn: boolean) => void;
};

/** Puts a tag on the rows that are selected, or takes one off. */
export function TagMenu(props: Props) {
  return (
    // Its texts are fetched when the first row is selected.
    <Suspense>
      <TagMenuWithText {...props} />
    </Suspense>
  );
}

function TagMenuWithText({ tags, isBusy, onChoose }: Props) {
  const t = useText("tags");
  const items = (isOn: boolean) =>
    tags.map(({ id, name, color }) => (
      <Menu.Item
        key={id}
        leftSection={<ColorSwatch size={12} color={`var(--mantine-color-${color}-filled)`} />}
        onClick={() => onChoose(id, isOn)}
      >
        {name}
      </Menu.Item>
    ));
  return (
    <BarMenu label={t("tag")} image={<IconTag size={14} aria-hidden />} isBusy={isBusy}>
      {tags.length > 0 ? (
        <>
          <Menu.Label>{t("putOn")}</Menu.Label>
          {items(true)}
          <Menu.Label>{t("takeOff")}</Menu.Label>
          {items(false)}
          <Menu.Divider />
        </>
      ) : null}
      <Menu.Item component={Link} to={TAG_MANAGER}>
        {t("manage")}
      </Menu.Item>
    </BarMenu>
  );
}
