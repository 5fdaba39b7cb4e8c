import ts from "typescript";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { nodesOf, sourceFiles } from "../../../../../tests/support/source.ts";
import { idSequence } from "./id-block.ts";

/** The kinds of all sequences that the product declares, as written. */
function declaredKinds(): string[] {
  const calls = [...sourceFiles("packages/core/src")].flatMap((file) =>
    nodesOf(file, ts.isCallExpression),
  );
  return calls
    .filter(({ expression }) => expression.getText() === "idSequence")
    .map(({ arguments: [kind] }) => (kind && ts.isStringLiteral(kind) ? kind.text : "(no text)"));
}

test("each sequence of ids has a kind of its own: two of one kind would give one noun the numbers of the other", () => {
  const kinds = declaredKinds();
  expect(kinds.length).toBeGreaterThan(15);
  expect(kinds).toEqual([...new Set(kinds)]);
  expect(kinds).not.toContain("(no text)");
});

test("nobody gets an id twice, and each kind and account counts on its own", async () => {
  const [{ accountId }, other] = [testActor(), testActor()];
  const sequence = idSequence("test-block");
  expect(await sequence.last(accountId)).toBe(0);
  const given = await Promise.all(Array.from({ length: 20 }, () => sequence.next(accountId)));
  expect(given.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(await sequence.reserve(accountId, 5)).toBe(21);
  expect(await sequence.next(accountId)).toBe(26);
  expect(await sequence.last(accountId)).toBe(26);
  expect(await sequence.next(other.accountId)).toBe(1);
  expect(await idSequence("test-other").next(accountId)).toBe(1);
});

test("a sequence begins behind what is built in", async () => {
  const { accountId } = testActor();
  const sequence = idSequence("test-later", { first: 10 });
  expect(await sequence.last(accountId)).toBe(0);
  expect(await sequence.next(accountId)).toBe(10);
  expect(await sequence.last(accountId)).toBe(10);
});
