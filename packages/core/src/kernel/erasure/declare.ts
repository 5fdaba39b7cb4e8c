import { eraseFound } from "@thaw/data/erase-found";
import type { PendingWrite } from "@thaw/data/transact";
import type { IdSequence } from "../id-block/id-block.ts";
import type { ErasingStage } from "./deletion-stage.schema.ts";

/**
 * Deletes one part of an owner's data, a page at a time, and yields how many records it deleted. Safe to run twice and to
 * interrupt anywhere: the next run finds what is left.
 */
export type Eraser<Owner> = (owner: Owner) => AsyncGenerator<number>;

export type Campaign = { accountId: number; campaignId: number };
export type Lead = { accountId: number; leadId: number };
export type User = { accountId: number; userId: number; kind: string };

/** How records are deleted with their owner. `entities`: by name, whose records these are. */
export type Erasure<Owner> = { entities: readonly string[]; erase: Eraser<Owner> };

export type AccountErasure = Erasure<number> & {
  /** What could be written again while the account is shut goes in two. */
  stages: readonly ErasingStage[];
  /** Within its stages; else among those whose order does not matter. */
  turn?: "first" | "last";
};

export type LeadErasure = Erasure<Lead> & {
  /** Of records that leads alone lead to: the sequence of their ids, which tells whether an account ever had one. */
  ids?: IdSequence;
};

/** An ElectroDB entity whose partitions are those of its owner. */
type Entity = { schema: object; query: object; delete: object };
type Schema = {
  model: { entity: string };
  indexes: Record<string, { index?: string | undefined }>;
};
type Query = (owner: unknown) => { go: (page: unknown) => Promise<never> };
type Own<Owner> = Entity | Erasure<Owner>;

/**
 * Records of an entity that go with their account: those in the account's partition, or what `erase` finds.
 *
 * @param stages of the account's deletion
 */
export const erasedWithAccount = (
  stages: readonly ErasingStage[],
  own: Own<number>,
  more: Pick<AccountErasure, "turn"> = {},
): AccountErasure => ({ ...erasureOf(own, (accountId) => ({ accountId })), stages, ...more });

/** Records that go with their campaign, once its enrolments, mails and events are gone. */
export const erasedWithCampaign = (own: Own<Campaign>): Erasure<Campaign> =>
  erasureOf(own, ({ accountId, campaignId }) => ({ accountId, campaignId }));

/** Records that go with their lead, be it deleted, erased, or gone with its account. */
export const erasedWithLead = (
  own: Own<Lead>,
  more: Pick<LeadErasure, "ids"> = {},
): LeadErasure => ({
  ...erasureOf(own, ({ accountId, leadId }) => ({ accountId, leadId })),
  ...more,
});

/** Records under a user's own id, which nobody knows once the user is gone. */
export const erasedWithUser = (own: Own<User>): Erasure<User> =>
  erasureOf(own, ({ userId }) => ({ userId }));

/** Forgets whatever goes with an owner. */
export async function eraseWith<Owner>(
  erasures: readonly Erasure<Owner>[],
  owner: Owner,
): Promise<void> {
  for (const { erase } of erasures) for await (const _gone of erase(owner));
}

function erasureOf<Owner>(own: Own<Owner>, keyOf: (owner: Owner) => object): Erasure<Owner> {
  if ("erase" in own) return own;
  const { model, indexes } = own.schema as Schema;
  const [table] = Object.entries(indexes).find(([, { index }]) => index === undefined) ?? [""];
  const query = own.query as Record<string, Query>;
  const remove = own.delete as (row: object) => PendingWrite;
  return {
    entities: [model.entity],
    erase: (owner) =>
      eraseFound<object>(
        (page) => (query[table] as Query)(keyOf(owner)).go(page),
        (row) => remove.call(own, row),
      ),
  };
}
