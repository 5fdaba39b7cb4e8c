import { useRef, useState } from "react";

/** So many leads one call takes. */
export const MOST_AT_ONCE = 400;

type Ids = readonly (string | number)[];
type Refused = { lead_id: number; reason: string };
type Answer = { lead_ids: number[]; refused: readonly { lead_id: number; reason?: string }[] };
type Work = { rest: Ids; make: (ids: Ids) => FormData; lead_ids: number[]; refused: Refused[] };

/** Sends what is done to many leads in calls of a bounded size, one after another, and returns their answers as one. */
export function useBatches(send: (form: FormData) => void) {
  const work = useRef<Work | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const next = (now: Work) => {
    send(now.make(now.rest.slice(0, MOST_AT_ONCE)));
    now.rest = now.rest.slice(MOST_AT_ONCE);
  };
  const end = () => {
    work.current = null;
    setProgress(null);
  };
  return {
    progress,
    end,
    run: (ids: Ids, make: Work["make"]) => {
      work.current = { rest: ids, make, lead_ids: [], refused: [] };
      if (ids.length > MOST_AT_ONCE) setProgress({ done: 0, total: ids.length });
      next(work.current);
    },
    /** Takes one answer and goes on; gives all of them together once the last one is here. */
    take: (answer: Answer): { lead_ids: number[]; refused: Refused[] } | undefined => {
      const now = work.current;
      if (!now) return undefined;
      now.lead_ids.push(...answer.lead_ids);
      now.refused.push(...answer.refused.map((each) => ({ reason: "", ...each })));
      if (now.rest.length === 0) {
        end();
        return now;
      }
      const done = now.lead_ids.length + now.refused.length;
      setProgress({ done, total: done + now.rest.length });
      next(now);
      return undefined;
    },
  };
}
