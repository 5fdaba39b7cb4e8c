/** Kinds of records that nothing erases, and why. */

/** No account's; tries are counted by address or network, for hours at most. */
export const OF_NOBODY = new Set(["attempt", "mailExchanger", "pollTick"]);

/** Found by a secret, a caller or an hour alone; they end by themselves within days. */
export const EXPIRING = new Set([
  "categorisationRun",
  "domainRateLimit",
  "idempotency",
  "linkedinDay",
  "oneTimeToken",
  "requestRate",
  "visitBurst",
]);

/** Comes into being with an account's deletion, or goes with the record that it is of. */
export const MADE = new Set(["accountDeletion", "claim"]);
