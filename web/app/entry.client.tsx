import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { lazyTexts, loadNamespaces } from "./messages/lazy.client.ts";
import { installTextSource } from "./messages/source.ts";
import { watchSession } from "./shell/session-watch.ts";
import { waitForConnection } from "./state/connection.ts";
import { fetchParts, readUsedNamespaces } from "./state/used-namespaces.tsx";

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

const { namespaces, parts } = readUsedNamespaces();
// What fails to arrive is asked for again by the screen that needs it.
void Promise.allSettled([
  loadNamespaces(document.documentElement.lang, namespaces),
  fetchParts(parts),
]).then(hydrate);
