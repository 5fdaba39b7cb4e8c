import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { AWS_ACCOUNT, REGION } from "./manifest.ts";

const TEXT =
  /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|graphql))|\+(json|xml)/;

export type MatchedRoute = { key: string; parameters: Record<string, string> };

/** A request in API Gateway's payload format 2.0, behind a CloudFront function that passes the viewer's host on. */
export async function httpEvent(
  request: Request,
  route: MatchedRoute,
  client: { ip: string; protocol: string },
): Promise<APIGatewayProxyEventV2> {
  const url = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  headers["x-forwarded-host"] ??= headers.host ?? url.host;
  headers["x-forwarded-for"] = client.ip;
  headers["x-forwarded-proto"] = client.protocol;
  headers.host = `local.execute-api.${REGION}.amazonaws.com`;
  const query = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [
      name,
      url.searchParams.getAll(name).join(","),
    ]),
  );
  const now = new Date();
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie ? { cookies: cookie.split(/;\s*/) } : {}),
    headers,
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    pathParameters: route.parameters,
    requestContext: {
      accountId: AWS_ACCOUNT,
      apiId: "local",
      domainName: headers.host,
      domainPrefix: "local",
      http: {
        method: request.method,
        path: url.pathname,
        protocol: "HTTP/1.1",
        sourceIp: client.ip,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey: route.key,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...(await bodyOf(request)),
  };
}

async function bodyOf(request: Request): Promise<{ body?: string; isBase64Encoded: boolean }> {
  if (!request.body) return { isBase64Encoded: false };
  const raw = Buffer.from(await request.arrayBuffer());
  const isText = TEXT.test(request.headers.get("content-type") ?? "");
  return { body: raw.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
}

type HttpResult = {
  statusCode: number;
  headers?: Record<string, string | number | boolean>;
  cookies?: string[];
  body?: string;
  isBase64Encoded?: boolean;
};

/** What a function gave, as API Gateway turns it into a response; a result without a status is a JSON body. */
export function httpResponse(result: unknown): Response {
  if (typeof result !== "object" || result === null || !("statusCode" in result)) {
    return Response.json(result ?? null);
  }
  const { statusCode, headers = {}, cookies = [] } = result as HttpResult;
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) sent.set(name, String(value));
  for (const cookie of cookies) sent.append("set-cookie", cookie);
  return new Response(contentOf(result as HttpResult), { status: statusCode, headers: sent });
}

function contentOf({ statusCode, body = "", isBase64Encoded }: HttpResult) {
  // The platform refuses a body, even an empty one, with these.
  if (statusCode === 204 || statusCode === 304) return null;
  return isBase64Encoded ? Buffer.from(body, "base64") : body;
}
