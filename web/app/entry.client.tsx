import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { lazyTexts, loadAreas } from "./messages/lazy.client.ts";
import { installTextSource } from "./messages/source.ts";
import { watchSession } from "./shell/session-watch.ts";

installTextSource(lazyTexts);
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

const areas = document.getElementById("areas")?.dataset.areas?.split(" ").filter(Boolean) ?? [];
// An area that fails to arrive is asked for again by the screen that needs it.
void loadAreas(document.documentElement.lang, areas).then(hydrate, hydrate);
