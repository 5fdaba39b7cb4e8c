import type { ReactNode } from "react";

export type Column<Row> = {
  /** In the address, and the name that the loader sorts by. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: "left" | "right";
  isSortable?: boolean;
  /** Always there and always first, e.g. the name. */
  isFixed?: boolean;
  /** Not shown until someone chooses it. */
  isHidden?: boolean;
  /** Pixels; the others share what is left. */
  width?: number;
};

/** The columns to show: those that the address names, or else the screen's own choice; fixed ones always, first. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): Column<Row>[] {
  const fixed = columns.filter((column) => column.isFixed);
  const movable = columns.filter((column) => !column.isFixed);
  if (!chosen) return [...fixed, ...movable.filter((column) => !column.isHidden)];
  const named = chosen.flatMap((id) => movable.find((column) => column.id === id) ?? []);
  return [...fixed, ...named];
}
