import { listClients } from "@thaw/core/accounts/client/client";
import { findUserNames } from "@thaw/core/accounts/user/user-names";
import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { requireEntitlement } from "@thaw/core/kernel/access/account-status";
import type { ClientName } from "./client-menu.tsx";

/** How many a filter or a menu offers before anyone searches. */
const OFFERED = 20;

/** Clients by a part of their name or address, for filters and menus; none for anyone who does not manage them. */
export async function findClients(actor: Actor, search = ""): Promise<ClientName[]> {
  if (!actor.permissions.has("clients:write")) return [];
  try {
    requireEntitlement(actor, "client_view");
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
  const { items } = await listClients(actor, { limit: OFFERED, ...(search ? { search } : {}) });
  return items.map(({ id, name }) => ({ id, name }));
}

/** The first that there are to choose from, and these ones, which a list or its filters name. */
export async function clientNames(
  actor: Actor,
  named: readonly (number | "none" | undefined)[],
): Promise<ClientName[]> {
  const offered = await findClients(actor);
  if (offered.length === 0) return [];
  const isKnown = new Set(offered.map(({ id }) => id));
  const others = named.filter((id) => typeof id === "number").filter((id) => !isKnown.has(id));
  const names = await findUserNames(actor.accountId, others);
  return [...offered, ...[...names].map(([id, name]) => ({ id, name }))];
}

/** What the address says of clients; another word is a client that nobody has. */
export const toClient = (word: string): number | "none" =>
  /^[1-9]\d{0,14}$/.test(word) ? Number(word) : "none";
