import type { Actor } from "../../actor.ts";
import { requirePermission } from "../../kernel/access/require-permission.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { requireClientUser } from "../user/client-user.ts";

export type ClientView = { actor: Actor; client: { id: number; name: string } };

/**
 * Shows the product to a member of an agency as one of its clients sees it: only the client's records, and read-only.
 *
 * @throws AppError forbidden for anyone who does not manage clients; not_found
 */
export async function viewAsClient(actor: Actor, clientId: number): Promise<ClientView> {
  requirePermission(actor, "clients:write");
  const { name, hiddenCategoryIds } = await requireClientUser(actor.accountId, clientId);
  const rights = rightsOf({ kind: "client", userId: clientId, hiddenCategoryIds });
  return { actor: { ...actor, ...rights }, client: { id: clientId, name } };
}
