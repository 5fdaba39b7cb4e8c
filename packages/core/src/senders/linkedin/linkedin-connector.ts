import { commit } from "@thaw/data/transact";
import { HostError, resolveHost } from "@thaw/mail/host/resolve-host";
import type { PlainKey } from "@thaw/text/catalogue";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { config } from "../../config.ts";
import { AppError } from "../../error.ts";
import { encryptSecret } from "../../kernel/secret/secret.ts";
import { operation } from "../../operation.ts";
import { Connector, SetConnector } from "./linkedin.schema.ts";
import { LinkedInConnectorEntity } from "./linkedin-connector.entity.ts";
import { readRecord, secretContextOf } from "./linkedin-record.ts";

const SHOWN = 4;

/** Where the account's own service is, which works LinkedIn for it. Its secret is never given back. */
export const getLinkedInConnector = operation({
  permission: "integrations:write",
  input: v.object({}),
  output: Connector,
  run: async ({ accountId }) => toConnector(await readRecord(accountId)),
});

export const setLinkedInConnector = operation({
  permission: "integrations:write",
  input: SetConnector,
  output: Connector,
  async run(actor, { url, secret }) {
    const { accountId } = actor;
    await requirePublic(new URL(url));
    const sealedSecret = await encryptSecret(secret, secretContextOf(accountId));
    const record = { accountId, url, sealedSecret, secretEnd: secret.slice(-SHOWN) };
    await commit([
      LinkedInConnectorEntity.put(record),
      recordAct(actor, { action: "linkedin_connector_changed", target: new URL(url).host }),
    ]);
    return toConnector(record);
  },
});

/**
 * A name that is not found now may be later: its address is checked again whenever the connector is asked.
 *
 * @throws AppError invalid for an address in a network of ours, in whichever form, and for anything but https
 */
async function requirePublic({ protocol, hostname }: URL): Promise<void> {
  if (config.allowPrivateMailHosts()) return;
  const refused = (key: PlainKey) => AppError.at("invalid", "url", key);
  if (protocol !== "https:") throw refused("linkedin.connectorHttps");
  try {
    await resolveHost(hostname);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.code === "host_private" || error.code === "host_invalid") {
      throw refused("linkedin.connectorNotPublic");
    }
  }
}

/** From now on people do what LinkedIn steps ask for. */
export const removeLinkedInConnector = operation({
  permission: "integrations:write",
  input: v.object({}),
  output: Connector,
  async run(actor) {
    const { accountId } = actor;
    await commit([
      LinkedInConnectorEntity.delete({ accountId }),
      recordAct(actor, { action: "linkedin_connector_changed" }),
    ]);
    return toConnector(undefined);
  },
});

const toConnector = (record: { url: string; secretEnd: string } | undefined): Connector => ({
  url: record?.url ?? null,
  secret_masked: record ? `…${record.secretEnd}` : null,
});
