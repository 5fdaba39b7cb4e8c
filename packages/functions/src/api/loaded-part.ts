import type { Hono } from "hono";
import type { ApiEnv } from "./respond.ts";

export type LoadedRouter = { at: string; routes: Hono<ApiEnv> };
