import { handle, type LambdaContext, type LambdaEvent } from "hono/aws-lambda";
import { invocation } from "../invocation.ts";
import { assemble } from "./assemble.ts";
import { loadRouter } from "./routers.ts";

type Api = ReturnType<typeof handle>;
const apis = new Map<string, Api>();

/** Answers with the part of the API that the path belongs to, loaded when it is first asked for. */
export const handler = invocation(
  "api",
  async (event: LambdaEvent & { rawPath: string }, context) => {
    const router = await loadRouter(event.rawPath);
    const api = apis.get(router.at) ?? handle(assemble([router]));
    apis.set(router.at, api);
    return api(event, context as unknown as LambdaContext);
  },
);
