import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { VIEWER_HEADER } from "@thaw/core/origin";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Disk } from "./disk.ts";
import { fullDiskAnswer } from "./full-disk-answer.ts";
import { httpEvent, httpResponse } from "./http-event.ts";
import { bucketName, bucketNames, type Manifest } from "./manifest.ts";
import { createRouter } from "./routes.ts";
import type { Invoke } from "./runtime.ts";
import type { S3Gate } from "./s3-gate.ts";
import type { Sockets } from "./sockets.ts";

type Env = { Bindings: HttpBindings };

/** API Gateway's limit for a request. Files go to the bucket. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Where browsers open their websocket, and programs one for GraphQL. */
const SOCKET_PATHS: readonly string[] = ["/socket", "/v1/graphql"];
const FORWARDED = /^x-forwarded-/i;
const VIEWER = new RegExp(`^${VIEWER_HEADER}$`, "i");

/** The pages: Remix's server, and the folder of files that browsers load. */
export type Site = {
  fetch: (request: Request) => Response | Promise<Response>;
  assets: string;
  /** Answers before everything else what is its own: the server of a page's sources, in development. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/** The one server for people: the API, tracking links, the bucket, websockets, and pages for everything else. */
export function createHttp(options: {
  manifest: Manifest;
  invoke: Invoke;
  s3Gate: S3Gate;
  sockets: Sockets;
  disk: Disk;
  /** Undefined where there are no pages, as in tests of the rest. */
  site: Site | undefined;
  /** A reverse proxy of the operator stands before this server and says who asks. */
  behindProxy: boolean;
}): Server {
  const { manifest, s3Gate, sockets, behindProxy } = options;
  const app = new Hono<Env>();
  app.use(fullDiskAnswer(options.disk));
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ message: "Request Too Long" }, 413),
    }),
  );
  app.use(functions(options));
  if (options.site) mountSite(app, options.site);
  const listener = getRequestListener(app.fetch);

  const buckets = bucketNames(manifest).map((name) => `/${bucketName(name)}`);
  const server = createServer((request, response) => {
    // What a browser sends under these names is a lie.
    if (!behindProxy) dropHeaders(request, FORWARDED);
    nameViewer(request, behindProxy);
    const path = request.url?.split("?")[0] ?? "";
    // Forms are posted to the bucket itself, everything else is about one of its objects.
    const isBucket = buckets.some((bucket) => path === bucket || path.startsWith(`${bucket}/`));
    const answer = () => void (isBucket ? s3Gate(request, response) : listener(request, response));
    if (options.site?.before) options.site.before(request, response, answer);
    else answer();
  });
  server.on("upgrade", (request, socket, head) => {
    if (!behindProxy) dropHeaders(request, FORWARDED);
    nameViewer(request, behindProxy);
    if (SOCKET_PATHS.includes(request.url?.split("?")[0] ?? "")) {
      void sockets.upgrade(request, socket, head);
    } else {
      socket.end("HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    }
  });
  return server;
}

function functions(options: {
  manifest: Manifest;
  invoke: Invoke;
  disk: Disk;
  behindProxy: boolean;
}) {
  const find = createRouter(options.manifest.routes);
  return async (c: Context<Env>, next: () => Promise<void>) => {
    const found = find(c.req.method, new URL(c.req.url).pathname);
    if (!found) return next();
    try {
      const client = clientOf(c, options.behindProxy);
      const event = await httpEvent(c.req.raw, found.route, client);
      return httpResponse(await options.invoke(found.consumer, event));
    } catch (error) {
      options.disk.report(`${found.consumer} failed on ${found.route.key}`, error);
      return c.json({ message: "Internal Server Error" }, 500);
    }
  };
}

function clientOf(c: Context<Env>, behindProxy: boolean): { ip: string; protocol: string } {
  const ip = peerOf(c.env.incoming, behindProxy);
  if (!behindProxy) return { ip, protocol: "http" };
  return { ip, protocol: c.req.header("x-forwarded-proto") ?? "https" };
}

function peerOf({ headers, socket }: IncomingMessage, behindProxy: boolean): string {
  // The last address is the one that the proxy itself saw.
  const forwarded = behindProxy ? String(headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || (socket.remoteAddress ?? "127.0.0.1");
}

/** As CloudFront's function does. */
function nameViewer(request: IncomingMessage, behindProxy: boolean): void {
  const ip = peerOf(request, behindProxy);
  dropHeaders(request, VIEWER);
  request.headers[VIEWER_HEADER] = ip;
  request.rawHeaders.push(VIEWER_HEADER, ip);
}

function mountSite(app: Hono<Env>, site: Site): void {
  const immutable = (_path: string, c: Context) => {
    c.header("cache-control", "public, max-age=31536000, immutable");
  };
  // Vite puts a hash of the content into these names. Pages are not compressed: what they stream would wait.
  app.use("/assets/*", compress(), serveStatic({ root: site.assets, onFound: immutable }));
  app.use(
    serveStatic({
      root: site.assets,
      // A folder is no page.
      index: join("..", "no-index"),
      onFound: (_path, c) => c.header("cache-control", "public, max-age=3600"),
    }),
  );
  app.all("*", (c) => site.fetch(c.req.raw));
}

function dropHeaders(request: IncomingMessage, names: RegExp): void {
  const { headers, rawHeaders } = request;
  for (const name of Object.keys(headers)) if (names.test(name)) delete headers[name];
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (names.test(rawHeaders[index] ?? "")) rawHeaders.splice(index, 2);
  }
}
