import { requireClientUser } from "../../accounts/user/client-user.ts";
import type { Actor } from "../../actor.ts";
import { notFound } from "../../error.ts";
import { ACCOUNT_LIST } from "./suppression.entity.ts";
import type { SuppressionSource } from "./suppression.schema.ts";
import type { EntryOrigin } from "./suppression.ts";

/**
 * Whose list someone means: a client always its own, everyone else the account's unless they name a client.
 *
 * @throws AppError not_found for a client that names another one
 */
export function listOf({ scope }: Pick<Actor, "scope">, clientId: number | undefined): number {
  if (scope.kind !== "client") return clientId ?? ACCOUNT_LIST;
  if (clientId !== undefined && clientId !== scope.clientId) throw notFound("client");
  return scope.clientId;
}

/**
 * Where an entry goes that someone adds, and how it came there: by a person or by a program with an API key.
 *
 * @throws AppError not_found for a client that is not the account's
 */
export async function originOfEntry(
  actor: Actor,
  clientId: number | undefined,
  source: SuppressionSource = actor.apiKeyId === undefined ? "manual" : "api",
): Promise<EntryOrigin> {
  const list = listOf(actor, clientId);
  const origin = { source, createdBy: actor.userId };
  if (list === ACCOUNT_LIST) return origin;
  if (actor.scope.kind !== "client") await requireClientUser(actor.accountId, list);
  return { ...origin, clientId: list };
}
