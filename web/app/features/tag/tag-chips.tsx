import { Badge, Group } from "@mantine/core";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import { useText } from "../../messages/text.tsx";

/** A tag: its name, distinguished by a dot of its colour. */
export function TagChip({ name, color }: Pick<Tag, "name" | "color">) {
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}

type Props = {
  ids: readonly number[];
  /** All that there are: an id of none of them is of a deleted one. */
  tags: readonly Tag[];
  /** Where there is room below; in a table they stand in one line. */
  wraps?: boolean;
};

/** As many stand in the line of a table; the others are counted. */
const IN_LINE = 2;

/** What something carries, in the order of the names. */
export function TagChips({ ids, tags, wraps = false }: Props) {
  const t = useText("lists");
  const carried = tags.filter(({ id }) => ids.includes(id));
  if (carried.length === 0) return null;
  // One more takes no more room than its count.
  const shown = wraps || carried.length <= IN_LINE + 1 ? carried.length : IN_LINE;
  const others = carried.slice(shown);
  return (
    <Group gap={4} wrap={wraps ? "wrap" : "nowrap"}>
      {carried.slice(0, shown).map((tag) => (
        <TagChip key={tag.id} {...tag} />
      ))}
      {others.length > 0 ? (
        <Badge variant="default" title={others.map(({ name }) => name).join(", ")}>
          {t("others", { count: others.length })}
        </Badge>
      ) : null}
    </Group>
  );
}
