import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/**
 * Whether a route reads its data anew after a form was sent: not after a refusal or without an answer. For routes with a
 * `shouldRevalidate` of their own; Remix keeps this rule for the others, but with single fetch it tells these that the
 * default is always true.
 */
export function isReadAnew({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === undefined || actionStatus < 400;
}
