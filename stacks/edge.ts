import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as EdgeFunction,
  FunctionCode,
  FunctionRuntime,
  type KeyValueStore,
} from "aws-cdk-lib/aws-cloudfront";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { EDGE_HEADER, edgeSecrets } from "../packages/core/src/edge-secret.ts";
import { app as manifest } from "../packages/core/src/manifest.ts";

/**
 * How long a page, and each part of one that is streamed, may take: a user who saves a mailbox waits for two mail servers, whoever
 * writes by AI for a model. CloudFront waits no longer without a raised quota.
 */
export const PAGE_SECONDS = 60;

/** Programs find GraphQL's websocket where they find GraphQL. */
const GRAPHQL_PATH = "/v1/graphql";

/**
 * Where browsers open their websocket, and the name of the websocket API's stage: API Gateway takes nothing behind its stage, so
 * that the path goes through CloudFront as it is.
 */
export const SOCKET_STAGE = "socket";
export const SOCKET_PATH = `/${SOCKET_STAGE}`;

/**
 * Runs before CloudFront looks into its cache. The viewer's host replaces whatever the viewer claims it to be, because
 * CloudFront may not forward `host` to a Lambda URL; so does the viewer's address, which further on is hard to tell from
 * CloudFront's own. The account of a known host goes along as a hint, and the edge's secret, by which this is believed.
 *
 * A behaviour goes by the path alone: a websocket on GraphQL's is sent on to the websocket API here. What CloudFront hides from
 * functions (`upgrade`) comes with a key always (RFC 6455 4.1).
 */
export const viewerRequestCode = (socketHost: string, secret: string | undefined) => `
import cf from 'cloudfront';
const hosts = cf.kvs();
async function handler(event) {
  const request = event.request;
  const host = request.headers.host.value.toLowerCase();
  request.headers['x-forwarded-host'] = { value: host };
  request.headers['x-forwarded-viewer'] = { value: event.viewer.ip };
  delete request.headers['${EDGE_HEADER}'];
  ${sayWord(edgeSecrets(secret)[0])}
  delete request.headers['x-thaw-account'];
  try {
    request.headers['x-thaw-account'] = { value: await hosts.get(host) };
  } catch (unknownHost) {}
  if (request.uri === '${GRAPHQL_PATH}' && request.headers['sec-websocket-key']) {
    request.uri = '${SOCKET_PATH}';
    cf.updateRequestOrigin({ domainName: '${socketHost}' });
  }
  return request;
}
`;

const sayWord = (word: string | undefined) =>
  word === undefined ? "" : `request.headers['${EDGE_HEADER}'] = { value: '${word}' };`;

/** The viewer-request function of every behaviour. scripts/deploy.ts brings the edge's secret. `keyValueStore`: its map of host → account. */
export function viewerRequest(scope: Construct, keyValueStore: KeyValueStore, socketHost: string) {
  return new EdgeFunction(scope, "ViewerRequest", {
    code: FunctionCode.fromInline(viewerRequestCode(socketHost, process.env.EDGE_SECRET)),
    runtime: FunctionRuntime.JS_2_0,
    keyValueStore,
  });
}

/** Pages are kept only as far as they say so themselves, per host and per session. */
export function pageCache(scope: Construct): CachePolicy {
  return new CachePolicy(scope, "PageCache", {
    headerBehavior: CacheHeaderBehavior.allowList("x-forwarded-host"),
    // A page that is marked public by mistake still reaches nobody but its own reader.
    cookieBehavior: CacheCookieBehavior.allowList("__Host-thaw_session"),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    defaultTtl: Duration.seconds(0),
    minTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
}

/** The manifest's routes as CloudFront writes them: `/o/{token}` is `/o/*`. */
export const apiPatterns: readonly string[] = [
  ...new Set(
    Object.keys(manifest.routes).map((route) => route.replace(/^\w+ /, "").replace(/\{.*/, "*")),
  ),
];
