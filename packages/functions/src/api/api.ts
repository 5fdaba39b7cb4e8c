import { handle, type LambdaContext, type LambdaEvent } from "hono/aws-lambda";
import { assemble } from "./assemble.ts";
import { loadRouter } from "./routers.ts";

type Api = ReturnType<typeof handle>;
const apis = new Map<string, Api>();

/** Answers with the part of the API that the path belongs to, loaded when it is first asked for. */
export async function handler(event: LambdaEvent & { rawPath: string }, context: LambdaContext) {
  const router = await loadRouter(event.rawPath);
  const api = apis.get(router.at) ?? handle(assemble([router]));
  apis.set(router.at, api);
  return api(event, context);
}
