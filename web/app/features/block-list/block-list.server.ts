import { requestBlockListDeletion } from "@thaw/core/leads/lead-deletion/csv-deletion";
import { startLeadUpload } from "@thaw/core/leads/lead-import/lead-import";
import {
  addSuppressionFile,
  addSuppressions,
  removeSuppression,
} from "@thaw/core/leads/suppression/block-list";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import type { SuppressionSource } from "@thaw/core/leads/suppression/suppression.schema";
import { readListQuery } from "../../list/list-query.ts";
import { requireActor } from "../../session.server.ts";
import type { Submitted } from "../../submit.server.ts";
import { clientNames, toClient } from "../client/client-names.server.ts";
import { RULES } from "./rules.ts";

/** What both screens of the block list show: the agency's, and a client's own. */
export async function loadBlockList(request: Request) {
  const actor = await requireActor(request);
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    RULES,
  );
  const ofClients = filters.client?.map(toClient);
  const page = await listSuppressions(actor, {
    limit,
    cursor,
    ...(search ? { search } : {}),
    ...(filters.source ? { source: filters.source as SuppressionSource[] } : {}),
    ...(ofClients?.length ? { client_id: ofClients } : {}),
  });
  const clients = await clientNames(actor, [
    ...(ofClients ?? []),
    ...page.items.map(({ client_id }) => client_id),
  ]);
  const { permissions } = actor;
  return {
    page,
    clients,
    canAdd: permissions.has("block-list:add"),
    canWrite: permissions.has("block-list:write"),
  };
}

export const CHANGES = {
  add: addSuppressions,
  upload: startLeadUpload,
  import: addSuppressionFile,
  remove: removeSuppression,
  delete: requestBlockListDeletion,
};
export type Changed = Submitted<typeof CHANGES>;
