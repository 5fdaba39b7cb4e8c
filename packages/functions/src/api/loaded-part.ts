import type { Hono } from "hono";
import type { ApiEnv } from "./respond.ts";

/** A part of the API. Its routes have their whole paths, which begin with `at`. */
export type LoadedRouter = { at: string; routes: Hono<ApiEnv> };

/** A part that is loaded once a request asks for it. */
export type LazyRouter = { at: string; load: () => Promise<Hono<ApiEnv>> };
