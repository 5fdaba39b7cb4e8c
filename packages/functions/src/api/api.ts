import { handle } from "hono/aws-lambda";
import { createApi } from "./app.ts";

export const handler = handle(createApi());
