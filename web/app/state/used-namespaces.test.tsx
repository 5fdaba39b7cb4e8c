import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type ReactNode, useContext } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { noNeeds, UsedNamespaces, UsedNamespacesMark, useNeed } from "./used-namespaces.tsx";

/** A part that has texts of its own and another part within. */
function latePart(name: string, Inner?: () => ReactNode) {
  let hasArrived = false;
  let arrival: Promise<void> | undefined;
  const arrive = async () => {
    await nextTurn();
    hasArrived = true;
  };
  return function Part() {
    const needs = useContext(UsedNamespaces);
    const awaiting = useNeed(name);
    // oxlint-disable-next-line typescript/only-throw-error -- what React waits for
    if (!hasArrived) throw awaiting((arrival ??= arrive()));
    needs?.namespaces.add(Inner ? "templates" : "uploads");
    return <section>{Inner ? <Inner /> : null}</section>;
  };
}

test("a page names what its parts need, however late their code comes", async () => {
  const Part = latePart("outer", latePart("inner"));
  const body = new PassThrough();
  const { pipe } = renderToPipeableStream(
    <UsedNamespaces.Provider value={noNeeds()}>
      <Part />
      <UsedNamespacesMark />
    </UsedNamespaces.Provider>,
    { onShellReady: () => pipe(body) },
  );
  const page = await text(body);
  expect(page).toContain('data-areas="templates uploads"');
  expect(page).toContain('data-parts="outer inner"');
});
