import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconHandStop,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import "./page.css";

/** Each meaning has one colour, everywhere. */
const TONES = {
  drafted: { colour: "gray", icon: IconPencil },
  active: { colour: "ice", icon: IconPlayerPlay },
  good: { colour: "green", icon: IconCheck },
  waiting: { colour: "amber", icon: IconPlayerPause },
  failed: { colour: "red", icon: IconAlertTriangle },
  attention: { colour: "violet", icon: IconHandStop },
} as const satisfies Record<string, { colour: string; icon: Icon }>;

export type Tone = keyof typeof TONES;

type Props = { tone: Tone; icon?: Icon; children: ReactNode };

/** An icon and a word in the colour of their meaning. */
export function StatusBadge({ tone, icon, children }: Props) {
  const { colour } = TONES[tone];
  const ToneIcon = icon ?? TONES[tone].icon;
  return (
    <span
      className="badge"
      style={{ background: `var(--tone-${colour}-ground)`, color: `var(--tone-${colour})` }}
    >
      <ToneIcon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  );
}
