import { commit, type PendingWrite, type TransactWrite } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { config } from "../../config.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import {
  type ClaimOwner,
  dropClaim,
  findClaim,
  passClaim,
  takeClaim,
} from "../../kernel/claim/claim.ts";
import { publicPath, takeUpload } from "../../kernel/upload/upload.ts";
import { operation } from "../../operation.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { queueLooks, watchHost } from "../host-watch/host-watch.ts";
import { pointsHere } from "../host-watch/points-here.ts";
import { hostClaim, isProviderHost } from "./host.ts";
import { isProven, proofOf } from "./host-proof.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { SetDomain, UpdateBrand, WhiteLabel } from "./white-label.schema.ts";
import { readWhiteLabel, type WhiteLabelRecord } from "./white-label-record.ts";

/** Its screen stays open without a plan, to be read. */
export const getWhiteLabel = operation({
  permission: "clients:write",
  isOpenWithoutPlan: true,
  input: v.object({}),
  output: WhiteLabel,
  run: async ({ accountId }) => toWhiteLabel(await readWhiteLabel(accountId)),
});

/** Name, images, colour, address for questions, and OAuth client ids: what is left empty is taken away. Images stay as they are. */
export const updateBrand = operation({
  permission: "clients:write",
  input: UpdateBrand,
  output: WhiteLabel,
  async run(actor, input) {
    const { accountId } = actor;
    const before = await readWhiteLabel(accountId);
    const texts = {
      brandName: input.brand_name,
      primaryColor: input.primary_color,
      supportEmail: input.support_email,
      googleClientId: input.wl_google_client_id,
      microsoftClientId: input.wl_microsoft_client_id,
    };
    const images = {
      logoToken: await imageOf(accountId, input.logo_file_key),
      faviconToken: await imageOf(accountId, input.favicon_file_key),
    };
    const given = Object.entries({ ...texts, ...images }).filter(([, value]) => value);
    const emptied = (Object.keys(texts) as (keyof typeof texts)[]).filter((name) => !texts[name]);
    await commit([
      WhiteLabelEntity.update({ accountId })
        .set({ ...Object.fromEntries(given), domainState: before.domainState })
        .remove(emptied),
      recordAct(actor, { action: "white_label_changed", target: input.brand_name }),
    ]);
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});

const imageOf = async (accountId: number, fileKey: string | undefined) =>
  fileKey === undefined ? undefined : (await takeUpload(accountId, fileKey, ["logo"])).token;

/**
 * The host where the agency's clients come in. Another one takes the place of the one before, which is free at once. One that
 * another agency has goes to the account that shows by a TXT record that it is theirs (decision 33).
 *
 * @throws AppError conflict for a host that another agency has
 */
export const setWhiteLabelDomain = operation({
  permission: "clients:write",
  input: SetDomain,
  output: WhiteLabel,
  async run(actor, { domain }) {
    const { accountId } = actor;
    if (isProviderHost(domain) || domain === config.whiteLabelTarget()) throw taken();
    const before = await readWhiteLabel(accountId);
    if (before.host === domain) return toWhiteLabel(before);
    const holder = await findClaim(hostClaim(domain));
    const shown = await isProven(accountId, domain);
    if (holder && !(shown && (await mayLose(holder, domain)))) throw taken({ accountId, domain });
    // A CNAME that is there already may be someone's who left it behind.
    const mustProve = !shown && (await pointsHere(domain)) !== false;
    await replaceHost(actor, before, { host: domain, mustProve, holder });
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});

/** An agency that shows no proof of its own gives the host up; a mailbox's tracked links do not. */
const mayLose = async ({ accountId, ownerId }: ClaimOwner, host: string): Promise<boolean> =>
  ownerId === accountId && (await isProven(accountId, host)) === false;

/** Clients can no longer come in until there is another. */
export const removeWhiteLabelDomain = operation({
  permission: "clients:write",
  input: v.object({}),
  output: WhiteLabel,
  async run(actor) {
    const before = await readWhiteLabel(actor.accountId);
    if (before.host) await replaceHost(actor, before, undefined);
    return toWhiteLabel(await readWhiteLabel(actor.accountId));
  },
});

const OF_A_HOST = ["problem", "checkedAt", "goneSince", "brokenAt", "toldOf"] as const;

type NewHost = { host: string; mustProve: boolean; holder: ClaimOwner | undefined };

async function replaceHost(
  actor: Actor,
  { accountId, host: before }: WhiteLabelRecord,
  next: NewHost | undefined,
): Promise<void> {
  const host = next?.host;
  const changed = [before, host].filter((each) => each !== undefined);
  const claims = [
    ...(next ? claimWrites(accountId, next) : []),
    ...(before ? [dropClaim(hostClaim(before))] : []),
  ];
  const write = next ? enterHost(accountId, before, next) : loseHost(accountId, before ?? "");
  const detail = host ?? "";
  const act = recordAct(actor, { action: "white_label_changed", detail });
  // The previous one has to be taken away from the edge, the other one looked at.
  await commit([...claims, write, act, ...changed.map((each) => watchHost(each, "agency"))], {
    otherwise: () => changedMeanwhile("domain"),
  });
  await queueLooks(changed);
}

/** Where another agency has it, it loses it. */
function claimWrites(accountId: number, { host, holder }: NewHost): TransactWrite[] {
  const owner = { accountId, ownerId: accountId };
  if (!holder) return [{ write: takeClaim(hostClaim(host), owner), otherwise: taken }];
  return [
    { write: passClaim(hostClaim(host), holder, owner), otherwise: taken },
    loseHost(holder.accountId, host),
  ];
}

const enterHost = (
  accountId: number,
  before: string | undefined,
  { host, mustProve }: NewHost,
): PendingWrite =>
  WhiteLabelEntity.update({ accountId })
    .set({ domainState: "PENDING_DNS", host, mustProve, enteredAt: nowIso() })
    .remove([...OF_A_HOST])
    .where((row, op) => (before ? op.eq(row.host, before) : op.notExists(row.host)));

/** For a transaction: the account has no host any more. */
export const loseHost = (accountId: number, host: string) =>
  WhiteLabelEntity.patch({ accountId })
    .set({ domainState: "NONE" })
    .remove(["host", "enteredAt", "mustProve", ...OF_A_HOST])
    .where((row, op) => op.eq(row.host, host));

/** `asked`: who may still show that the domain is theirs. */
function taken(asked?: { accountId: number; domain: string }): AppError {
  if (!asked) return AppError.at("conflict", "domain", "domain.inUse");
  const { name, value } = proofOf(asked.accountId, asked.domain);
  return AppError.at("conflict", "domain", "domain.provable", { name, value });
}

export function toWhiteLabel(record: WhiteLabelRecord): WhiteLabel {
  const { accountId, logoToken, faviconToken } = record;
  const pathOf = (token: string | undefined) =>
    token ? publicPath(accountId, "logo", token) : null;
  return {
    whitelabel_domain: record.host ?? null,
    domain_state: record.domainState,
    cname_target: config.whiteLabelTarget(),
    txt_record: record.host && record.mustProve ? proofOf(accountId, record.host) : null,
    problem: record.problem ?? null,
    checked_at: record.checkedAt ?? null,
    whitelabel_details: {
      brand_name: record.brandName ?? "",
      logo_url: pathOf(logoToken),
      favicon_url: pathOf(faviconToken),
      primary_color: record.primaryColor ?? "",
      support_email: record.supportEmail ?? "",
    },
    wl_google_client_id: record.googleClientId ?? "",
    wl_microsoft_client_id: record.microsoftClientId ?? "",
  };
}
