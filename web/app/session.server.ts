import { redirect } from "@remix-run/node";
import { authenticateToken } from "@thaw/core/account/session";
import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { cookieOf } from "./preferences.server.ts";

const SESSION_COOKIE = "thaw_session";

/** Who is asking, or undefined for somebody without a living session. */
export async function optionalActor(request: Request): Promise<Actor | undefined> {
  const token = cookieOf(request, SESSION_COOKIE);
  if (!token) return undefined;
  try {
    return await authenticateToken(token);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return undefined;
    throw error;
  }
}

/** Who is asking. @throws a redirect to /login, which leads back here, for somebody without a living session */
export async function requireActor(request: Request): Promise<Actor> {
  const actor = await optionalActor(request);
  if (actor) return actor;
  const { pathname, search } = new URL(request.url);
  throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
}
