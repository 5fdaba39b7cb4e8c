import { useEffect } from "react";
import { useLatest } from "../../state/use-latest.ts";
import "./confetti.css";

const SECONDS = 3;
const PIECES = 60;
const COLORS = ["blue", "teal", "yellow", "pink", "violet"];

/** Falls for three seconds, once; stands still for anyone who asked for less motion (then nothing is shown). */
export function Confetti({ onDone }: { onDone: () => void }) {
  const latest = useLatest(onDone);
  useEffect(() => {
    const timer = setTimeout(() => latest.current?.(), SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [latest]);
  return (
    <div className="confetti" aria-hidden>
      {Array.from({ length: PIECES }, (_, piece) => (
        <i
          // Pieces have no identity and never change places.
          key={piece}
          style={{
            left: `${(piece * 37) % 100}%`,
            background: `var(--mantine-color-${COLORS[piece % COLORS.length]}-5)`,
            animationDelay: `${(piece % 12) / 12}s`,
          }}
        />
      ))}
    </div>
  );
}
