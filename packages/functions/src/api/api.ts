import { handle, type LambdaContext, type LambdaEvent } from "hono/aws-lambda";
import { assemble } from "./assemble.ts";
import { loadPart } from "./routers.ts";

type Api = ReturnType<typeof handle>;
const apis = new Map<string, Api>();

/** Answers with the part of the API that the path belongs to, loaded when it is first asked for. */
export async function handler(event: LambdaEvent & { rawPath: string }, context: LambdaContext) {
  const part = await loadPart(event.rawPath);
  const api = apis.get(part.at) ?? handle(assemble([part]));
  apis.set(part.at, api);
  return api(event, context);
}
