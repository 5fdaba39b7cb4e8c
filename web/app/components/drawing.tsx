/** Line drawings for screens without content; they take the colour of the text around them. */
const SHAPES = {
  /** Rows that are still to come. */
  list: "M12 20h72v48H12z M12 34h72 M24 27h14 M24 44h30 M24 54h22 M62 44h12 M66 54h8",
  /** A paper plane on its way. */
  send: "M18 46 80 20 62 72 46 56z M46 56 80 20 M46 56v18l8-10 M14 62h10 M10 70h12",
  /** A tray with nothing in it. */
  inbox: "M16 50 28 22h40l12 28v20H16z M16 50h20l4 8h16l4-8h20",
  /** An envelope and its plug. */
  mailbox: "M14 26h56v38H14z M14 26l28 22 28-22 M70 44h8v12h8 M86 50v12",
  /** A lens over rows. */
  search: "M42 16a22 22 0 1 1 0 44 22 22 0 0 1 0-44z M58 54l20 20 M32 34h20 M32 42h14",
  /** Three people. */
  people:
    "M48 20a10 10 0 1 1 0 20 10 10 0 0 1 0-20z M28 70c0-14 8-22 20-22s20 8 20 22 M22 34a7 7 0 1 0 4 12 M74 34a7 7 0 1 1-4 12 M12 64c0-8 4-13 10-15 M84 64c0-8-4-13-10-15",
  /** Bars of a chart. */
  chart: "M14 16v58h70 M28 62V48 M42 62V34 M56 62V42 M70 62V24",
  /** A cracked hexagon. */
  error: "M48 14 78 31v34L48 82 18 65V31z M48 14l-6 22 12 8-8 14 4 8",
} as const;

export type DrawingName = keyof typeof SHAPES;

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg width={96} height={96} viewBox="0 0 96 96" aria-hidden focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="var(--mantine-color-dimmed)"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
