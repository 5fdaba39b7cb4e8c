import { commit, TransactionRefused } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import { recordAct } from "../activity-log/record-act.ts";
import type { Actor } from "../actor.ts";
import { dropClaim, takeClaim } from "../claim/claim.ts";
import { config } from "../config.ts";
import { AppError } from "../error.ts";
import { queueLooks, watchHost } from "../host-watch/host-watch.ts";
import { operation } from "../operation.ts";
import { publicPath, takeUpload } from "../upload/upload.ts";
import { hostClaim, isProviderHost } from "./host.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import { SetDomain, UpdateBrand, WhiteLabel } from "./white-label.schema.ts";

export type WhiteLabelRecord = EntityItem<typeof WhiteLabelEntity>;

/** Also for an agency that has set nothing yet. */
export async function readWhiteLabel(accountId: number): Promise<WhiteLabelRecord> {
  const { data } = await WhiteLabelEntity.get({ accountId }).go({ consistent: true });
  return data ?? { accountId, domainState: "NONE" };
}

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
 * The host where the agency's clients come in. Another one takes the place of the one before, which is free at once.
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
    await replaceHost(actor, before, domain);
    return toWhiteLabel(await readWhiteLabel(accountId));
  },
});

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

async function replaceHost(
  actor: Actor,
  { accountId, host: before }: WhiteLabelRecord,
  host: string | undefined,
): Promise<void> {
  const write = WhiteLabelEntity.update({ accountId })
    .set({ domainState: host ? "PENDING_DNS" : "NONE", ...(host ? { host } : {}) })
    .remove([...OF_A_HOST, ...(host ? [] : (["host"] as const))])
    .where((row, op) => (before ? op.eq(row.host, before) : op.notExists(row.host)));
  const owner = { accountId, ownerId: accountId };
  const changed = [before, host].filter((each) => each !== undefined);
  const claims = [
    ...(host ? [takeClaim(hostClaim(host), owner)] : []),
    ...(before ? [dropClaim(hostClaim(before))] : []),
  ];
  try {
    const detail = host ?? "";
    const act = recordAct(actor, { action: "white_label_changed", detail });
    // The one before has to be taken away from the edge, the other one looked at.
    await commit([...claims, write, act, ...changed.map((each) => watchHost(each, "agency"))]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (host && error.refused.includes(0)) throw taken();
    throw new AppError("conflict", "Somebody changed the domain a moment ago. Look again.");
  }
  await queueLooks(changed);
}

function taken(): AppError {
  const message = "This domain is in use already";
  return new AppError("conflict", message, { domain: [message] });
}

export function toWhiteLabel(record: WhiteLabelRecord): WhiteLabel {
  const { accountId, logoToken, faviconToken } = record;
  const pathOf = (token: string | undefined) =>
    token ? publicPath(accountId, "logo", token) : null;
  return {
    whitelabel_domain: record.host ?? null,
    domain_state: record.domainState,
    cname_target: config.whiteLabelTarget(),
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
