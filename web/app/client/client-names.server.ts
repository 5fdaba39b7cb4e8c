import { requirePlanPart } from "@thaw/core/access/standing";
import type { Actor } from "@thaw/core/actor";
import { listClients } from "@thaw/core/client/client";
import { AppError } from "@thaw/core/error";
import type { ClientName } from "./client-menu.tsx";

const MOST = 200;

/** The agency's clients, for filters and menus; none for whoever does not manage them. */
export async function clientNames(actor: Actor): Promise<ClientName[]> {
  if (!actor.permissions.has("clients:write")) return [];
  try {
    requirePlanPart(actor, "client_view");
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
  const { items } = await listClients(actor, { limit: MOST });
  return items.map(({ id, name }) => ({ id, name }));
}

/** What the address says of clients; another word is a client that nobody has. */
export const toClient = (word: string): number | "none" =>
  /^[1-9]\d{0,14}$/.test(word) ? Number(word) : "none";
