import { streamHandle } from "hono/aws-lambda";
// @ts-ignore made by `remix vite:build`
import * as build from "./build/server/index.js";
import type { Build } from "./screens.ts";
import { site } from "./site.ts";

export const handler = streamHandle(site(build as unknown as Build, "production"));
