import { Badge, Group } from "@mantine/core";
import type { Tag } from "@thaw/core/tag/tag.schema";

/** A tag: its name, told apart by a dot of its colour. */
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

/** What something carries, in the order of the names. */
export function TagChips({ ids, tags, wraps = false }: Props) {
  const carried = tags.filter(({ id }) => ids.includes(id));
  if (carried.length === 0) return null;
  return (
    <Group gap={4} wrap={wraps ? "wrap" : "nowrap"}>
      {carried.map((tag) => (
        <TagChip key={tag.id} {...tag} />
      ))}
    </Group>
  );
}
