import { type Icon, IconCheck, IconMailForward, IconUserOff } from "@tabler/icons-react";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";

const LOOKS = {
  active: { tone: "good", icon: IconCheck },
  invited: { tone: "waiting", icon: IconMailForward },
  deactivated: { tone: "drafted", icon: IconUserOff },
} as const satisfies Record<string, { tone: Tone; icon: Icon }>;

type Props = {
  status: keyof typeof LOOKS;
  /** Its word. */
  children: string;
};

/** Whether a colleague or a client has come in, and still may. */
export function PersonStatus({ status, children }: Props) {
  return <StatusBadge {...LOOKS[status]}>{children}</StatusBadge>;
}
