import { type ComponentType, createElement, useState } from "react";
import { useText } from "../messages/text.tsx";
import { knowPart, useNeed } from "../state/used-namespaces.tsx";
import { ErrorState } from "./error-state.tsx";

/**
 * A part of a screen whose code comes only to those who are shown it. The server draws it with the screen; in a browser the
 * screen waits for it, as it waits for its texts, and nothing jumps. What is there only once it is opened takes `usePiece`.
 * By its name, which no other has, the browser knows to fetch it before it hydrates.
 *
 * Unlike React's `lazy`, a part that does not arrive takes no screen down: in its place one can try again.
 *
 * @returns the part, and what fetches its code ahead of need
 */
export function drawnPart<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  let part: ComponentType<Props> | undefined;
  let underway: Promise<void> | undefined;
  let hasFailed = false;
  const arrive = (arrived: { default: ComponentType<Props> }) => {
    part = arrived.default;
  };
  const fetchPart = () => {
    underway ??= load()
      .then(arrive)
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };
  const fail = () => {
    hasFailed = true;
  };
  knowPart(name, () => fetchPart().catch(fail));
  function Part(props: Props) {
    const t = useText("shell");
    const awaiting = useNeed(name);
    const [isRetrying, setRetrying] = useState(false);
    if (part) return createElement(part, props);
    // What React waits for, and then draws this anew.
    // oxlint-disable-next-line typescript/only-throw-error
    if (!hasFailed) throw awaiting(fetchPart().catch(fail));
    const retry = () => {
      setRetrying(true);
      void fetchPart()
        .catch(fail)
        .then(() => setRetrying(false));
    };
    return (
      <ErrorState
        title={t("partTitle")}
        text={t("partText")}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    );
  }
  const fetchAhead = () => {
    if (!part) fetchPart().catch(() => undefined);
  };
  return [Part, fetchAhead] as const;
}
