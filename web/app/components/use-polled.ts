import { useEffect } from "react";
import type { Answer } from "../answer.ts";
import { useLatest } from "../state/use-latest.ts";

const EVERY_MS = 1_000;

/** While `isOn`, asks every second and hands over each answer. */
export function usePolled<Data>(
  isOn: boolean,
  ask: (signal: AbortSignal) => Promise<Answer<Data>>,
  onAnswer: (answer: Answer<Data>) => void,
): void {
  const latest = useLatest({ ask, onAnswer });
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const answer = await latest.current?.ask(ended.signal);
      if (ended.signal.aborted || !answer) return;
      timer = setTimeout(() => void look(), EVERY_MS);
      latest.current?.onAnswer(answer);
    };
    timer = setTimeout(() => void look(), EVERY_MS);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [isOn, latest]);
}
