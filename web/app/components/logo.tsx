/** A hexagon of ice that melts into a drop. One colour, taken from the text around it unless it stands for warmth. */
export function Logo({ size = 24, label }: { size?: number; label?: string }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" focusable="false" {...named}>
      <path fill="var(--ember)" fillRule="evenodd" d={LOGO_PATH} />
    </svg>
  );
}

const LOGO_PATH =
  "M8 .5 13.6 3.7v4.5L10.4 10C10.4 12 11 12.4 11 13.2A3 2.6 0 0 1 8 15.8 3 2.6 0 0 1 5 13.2C5 12.4 5.6 12 5.6 10L2.4 8.2V3.7zM8 2.8 4.4 4.9v2.2L8 9.1l3.6-2V4.9z";
