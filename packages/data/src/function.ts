import { environment, requireEnvironment } from "./config.ts";
import { newSigner } from "./table-signer.ts";

/** Too many of the function are at work: this call was not begun. */
export class FunctionBusy extends Error {}

/**
 * Runs a Lambda function and waits for what it gives (API "Invoke", RequestResponse). Never asked twice: the function may have run
 * before its answer was lost.
 *
 * @throws FunctionBusy, and Error when the function failed or gave no answer within so many milliseconds
 */
export async function callFunction(
  name: string,
  payload: unknown,
  withinMs: number,
): Promise<unknown> {
  const region = requireEnvironment("AWS_REGION");
  const origin = environment("AWS_ENDPOINT_URL_LAMBDA") ?? `https://lambda.${region}.amazonaws.com`;
  const path = `/2015-03-31/functions/${name}/invocations`;
  const url = new URL(path, origin);
  const sessionToken = environment("AWS_SESSION_TOKEN");
  const sign = newSigner(
    { service: "lambda", region, host: url.host, path },
    {
      accessKeyId: requireEnvironment("AWS_ACCESS_KEY_ID"),
      secretAccessKey: requireEnvironment("AWS_SECRET_ACCESS_KEY"),
      ...(sessionToken ? { sessionToken } : {}),
    },
  );
  const body = JSON.stringify(payload);
  const { host: _named, ...headers } = sign("AWSLambda.Invoke", body);
  const signal = AbortSignal.timeout(withinMs);
  const response = await fetch(url, { method: "POST", headers, body, signal });
  if (response.status === 429) throw new FunctionBusy(name);
  // What a function that failed says is for its own log: it may hold anything.
  const failed = response.headers.get("x-amz-function-error");
  if (!response.ok || failed !== null) {
    await response.body?.cancel();
    throw new Error(`Function ${name} failed: ${failed ?? response.status}`);
  }
  return response.json();
}
