import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { HOST_STATES } from "../host-watch/host-watch.schema.ts";

/**
 * The brand that an agency shows to its clients, and the host under which it does.
 *
 * The host is claimed globally under the kind `white-label-host`.
 */
export const WhiteLabelEntity = new Entity(
  {
    model: { service: "thaw", entity: "whiteLabel", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      host: { type: "string" },
      domainState: { type: HOST_STATES, required: true },
      problem: { type: "string" },
      checkedAt: { type: "string" },
      /** When the host was entered. */
      enteredAt: { type: "string" },
      /** Its CNAME was there before: a TXT record has to show whose the host is. */
      mustProve: { type: "boolean" },
      /** Since when its CNAME is gone. */
      goneSince: { type: "string" },
      /** When it stopped being live, and of which such instant the owner has been told. */
      brokenAt: { type: "string" },
      toldOf: { type: "string" },
      brandName: { type: "string" },
      logoToken: { type: "string" },
      faviconToken: { type: "string" },
      primaryColor: { type: "string" },
      supportEmail: { type: "string" },
      googleClientId: { type: "string" },
      microsoftClientId: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
