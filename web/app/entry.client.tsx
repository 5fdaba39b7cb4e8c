import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { lazyTexts, loadAreas } from "./messages/lazy.client.ts";
import { installTextSource } from "./messages/source.ts";
import { waitForConnection } from "./shell/connection.ts";
import { fetchParts, readDrawnWith } from "./shell/used-namespaces.tsx";
import { watchSession } from "./shell/session-watch.ts";

installTextSource(lazyTexts);
waitForConnection();
watchSession();

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

const { areas, parts } = readDrawnWith();
// What fails to arrive is asked for again by the screen that needs it.
void Promise.allSettled([loadAreas(document.documentElement.lang, areas), fetchParts(parts)]).then(
  hydrate,
);
