import { useEffect, useState } from "react";
import { useLatest } from "../state/use-latest.ts";

/**
 * A part of the page whose code is fetched when it is wanted; undefined until it is there. `load` is made once, outside of
 * the component.
 *
 * Unlike React's `lazy`, a part that does not arrive takes no screen down: the page offers the new version
 * (shell/new-version.tsx), and the part is asked for again when it is wanted the next time. `onFailed` makes that
 * possible where a caller would wait for ever.
 */
export function usePiece<Part>(
  load: () => Promise<{ default: Part }>,
  isWanted: boolean,
  onFailed?: () => void,
): Part | undefined {
  const [piece, setPiece] = useState<{ part: Part }>();
  const failed = useLatest(onFailed);
  useEffect(() => {
    if (!isWanted) return;
    let isAwaited = true;
    const arrive = ({ default: part }: { default: Part }) => {
      if (isAwaited) setPiece((before) => before ?? { part });
    };
    const fail = () => {
      if (isAwaited) failed.current?.();
    };
    load().then(arrive, fail);
    return () => {
      isAwaited = false;
    };
  }, [isWanted, load, failed]);
  return piece?.part;
}
