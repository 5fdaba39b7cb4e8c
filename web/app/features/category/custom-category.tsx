import { Badge } from "@mantine/core";
import type { Category } from "@thaw/core/accounts/category/category.schema";

/** A category of the account's own: its name, distinguished by a dot of its colour. */
export function CustomCategory({ name, color = "gray" }: Pick<Category, "name" | "color">) {
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}
