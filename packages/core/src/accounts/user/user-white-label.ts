import type { Actor } from "../../actor.ts";
import { config } from "../../config.ts";
import {
  getWhiteLabel,
  removeWhiteLabelDomain,
  setWhiteLabelDomain,
  updateBrand,
} from "../white-label/white-label.ts";
import type { UserChanges, UserRecord } from "./profile.schema.ts";

type Columns =
  | "whitelabel_domain"
  | "whitelabel_details"
  | "wl_google_client_id"
  | "wl_microsoft_client_id";

/** How the account shows itself to its clients, as columns of a user. */
export async function readWhiteLabelColumns(actor: Actor): Promise<Pick<UserRecord, Columns>> {
  const label = await getWhiteLabel(actor, {});
  const { logo_url, favicon_url, ...details } = label.whitelabel_details;
  const addressOf = (path: string | null) => path && new URL(path, config.siteUrl()).href;
  return {
    whitelabel_domain: label.whitelabel_domain,
    whitelabel_details: {
      ...details,
      logo: addressOf(logo_url),
      favicon: addressOf(favicon_url),
    },
    wl_google_client_id: label.wl_google_client_id || null,
    wl_microsoft_client_id: label.wl_microsoft_client_id || null,
  };
}

/** Changes what is given and leaves the rest. */
export async function changeWhiteLabel(actor: Actor, changes: UserChanges): Promise<void> {
  const { whitelabel_domain: domain } = changes;
  await changeBrand(actor, changes);
  if (domain === null) await removeWhiteLabelDomain(actor, {});
  else if (domain !== undefined) await setWhiteLabelDomain(actor, { domain });
}

async function changeBrand(actor: Actor, changes: UserChanges): Promise<void> {
  const { whitelabel_details: details, wl_google_client_id, wl_microsoft_client_id } = changes;
  const ids = { wl_google_client_id, wl_microsoft_client_id };
  if ([details, ...Object.values(ids)].every((given) => given === undefined)) return;
  const { whitelabel_details: before, ...labelBefore } = await getWhiteLabel(actor, {});
  const { logo, favicon, ...texts } = details ?? {};
  const idOf = (name: keyof typeof ids) =>
    ids[name] === undefined ? labelBefore[name] : (ids[name] ?? "");
  await updateBrand(actor, {
    brand_name: texts.brand_name ?? before.brand_name,
    primary_color: texts.primary_color ?? before.primary_color,
    support_email: texts.support_email ?? before.support_email,
    wl_google_client_id: idOf("wl_google_client_id"),
    wl_microsoft_client_id: idOf("wl_microsoft_client_id"),
    ...(logo === undefined ? {} : { logo_file_key: logo }),
    ...(favicon === undefined ? {} : { favicon_file_key: favicon }),
  });
}
