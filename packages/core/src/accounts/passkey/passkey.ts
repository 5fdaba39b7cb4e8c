import { writeIfExpected } from "@thaw/data/condition";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { CHALLENGE_MS } from "../login/one-time-token.ts";
import { requireRecentProof } from "../login/security.ts";
import { PasskeyEntity, type PasskeyRecord } from "./passkey.entity.ts";
import {
  ALGORITHMS,
  BeginPasskey,
  CreationOptions,
  FinishPasskey,
  isTransport,
  Passkey,
  PasskeyKey,
  PasskeyPage,
  RenamePasskey,
} from "./passkey.schema.ts";
import { issueChallenge, spendChallenge } from "./passkey-challenge.ts";
import { addPasskey, passkeyIdOf, readPasskeys, removePasskey } from "./passkey-record.ts";
import { passkeySite } from "./passkey-site.ts";
import { verifyCreation } from "./verify-passkey.ts";

const PRODUCT = "Thaw";

/** What the browser needs to make a passkey. Anyone who adds one proves first that it is them. */
export const beginPasskey = operation({
  permission: "signed_in",
  input: BeginPasskey,
  output: CreationOptions,
  async run(actor, { password }) {
    const site = passkeySite();
    requireInsider(actor);
    const { uuid, email, name } = await requireRecentProof(actor, password);
    const known = await readPasskeys(actor.userId);
    return {
      challenge: await issueChallenge("passkey-registration", actor),
      rp: { id: site.id, name: PRODUCT },
      user: { id: userHandleOf(uuid), name: email, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: "public-key" as const,
        transports: transports.filter(isTransport),
      })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    } as const;
  },
});

/** Keeps the passkey that the browser made. @throws AppError invalid when it is not an answer to our question */
export const finishPasskey = operation({
  permission: "signed_in",
  input: FinishPasskey,
  output: Passkey,
  async run(actor, { name, credential }) {
    const site = passkeySite();
    requireInsider(actor);
    const { clientDataJSON, transports = [] } = credential.response;
    const challenge = await spendChallenge("passkey-registration", actor, clientDataJSON);
    const made = challenge && (await verifyCreation(credential, { ...site, challenge }));
    if (!made) {
      throw new AppError("invalid", "signIn.passkeyNotAdded");
    }
    const { accountId, userId } = actor;
    const record = await addPasskey(actor, {
      ...made,
      accountId,
      userId,
      passkeyId: passkeyIdOf(made.credentialId),
      transports: transports.filter(isTransport),
      name,
      createdAt: nowIso(),
    });
    return describePasskey(record);
  },
});

/** The user's own, the oldest first. */
export const listPasskeys = operation({
  permission: "signed_in",
  input: v.object({}),
  output: PasskeyPage,
  async run({ userId }) {
    const items = (await readPasskeys(userId)).map(describePasskey);
    items.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
    return { items, cursor: null, total: items.length };
  },
});

export const renamePasskey = operation({
  permission: "signed_in",
  input: RenamePasskey,
  output: v.object({ name: v.string() }),
  async run({ userId }, { passkey_id: passkeyId, name }) {
    const isThere = await writeIfExpected(PasskeyEntity.patch({ userId, passkeyId }).set({ name }));
    if (!isThere) throw notFound("passkey");
    return { name };
  },
});

/** From now on it opens nothing. */
export const deletePasskey = operation({
  permission: "signed_in",
  input: PasskeyKey,
  output: v.object({ deleted: v.literal(true) }),
  async run(actor, { passkey_id }) {
    await removePasskey(actor, passkey_id);
    return { deleted: true } as const;
  },
});

/** What a device keeps beside the passkey to say whose it is. It must not tell who they are (WebAuthn 14.6.1). */
export const userHandleOf = (uuid: string) => Buffer.from(uuid).toString("base64url");

function requireInsider({ kind }: Actor): void {
  if (kind === "owner" || kind === "member") return;
  throw new AppError("forbidden", "signIn.passkeysForTeam");
}

const describePasskey = (record: PasskeyRecord): Passkey => ({
  id: record.passkeyId,
  name: record.name,
  is_synced: record.isSynced,
  created_at: record.createdAt,
  last_used_at: record.lastUsedAt ?? null,
});
