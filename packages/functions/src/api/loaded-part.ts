import type { Hono } from "hono";
import type { ApiEnv } from "./respond.ts";

export type LoadedPart = { at: string; routes: Hono<ApiEnv> };
