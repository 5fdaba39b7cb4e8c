import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { config } from "@thaw/core/config";
import { log } from "@thaw/core/log";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { allTexts } from "./messages/all.server.ts";
import { installTextSource } from "./messages/source.ts";
import { Nonce } from "./nonce.ts";
import { noNeeds, UsedNamespaces } from "./state/used-namespaces.tsx";

/** Milliseconds after which a promise that a loader streams is given up. */
export const streamTimeout = 5_000;

installTextSource(allTexts);

/** Where the operator has page views sent to. */
function sinkOrigin(): string[] {
  const sink = config.pageViewSink();
  return sink ? [new URL(sink).origin] : [];
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Mantine sets sizes and colours through style elements and attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    // Files go from the browser straight to the bucket.
    `connect-src ${["'self'", config.filesOrigin(), ...sinkOrigin()].join(" ")}`,
    "frame-src 'self' blob:",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const bot = isbot(request.headers.get("user-agent") ?? "");
  const ready = bot || context.isSpaMode ? "onAllReady" : "onShellReady";
  const nonce = randomBytes(16).toString("base64");
  return new Promise((resolve, reject) => {
    let shellRendered = false;
    let code = status;
    const page = (
      <Nonce.Provider value={nonce}>
        <UsedNamespaces.Provider value={noNeeds()}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </UsedNamespaces.Provider>
      </Nonce.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [ready]() {
        shellRendered = true;
        const body = new PassThrough();
        headers.set("Content-Type", "text/html; charset=utf-8");
        // Vite's development client runs inline code that carries no nonce.
        if (import.meta.env.PROD) {
          headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
        }
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
        pipe(body);
      },
      onShellError: reject,
      onError(error: unknown) {
        code = 500;
        if (shellRendered) log.error("A part of a page failed", { error });
      },
    });
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
