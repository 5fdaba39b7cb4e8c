/** A hexagon of ice whose foot has melted round, with the drop inside. One colour; drawn for 16 px. The same as public/favicon.svg. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" focusable="false" aria-hidden>
      <path fill="var(--ember)" fillRule="evenodd" d={LOGO_PATH} />
    </svg>
  );
}

const LOGO_PATH =
  "M8 .5 14 3.9V9.2A6 6.2 0 0 1 2 9.2V3.9zM8 4.2C8 4.2 5 7.4 5 9.5A3 3 0 0 0 11 9.5C11 7.4 8 4.2 8 4.2z";
