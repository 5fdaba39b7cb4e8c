import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { lazyTexts, loadAreas, loadRestWhenIdle } from "./messages/lazy.client.ts";
import { installTextSource } from "./messages/source.ts";

installTextSource(lazyTexts);

const locale = document.documentElement.lang;

function hydrate() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
  loadRestWhenIdle(locale);
}

const areas = document.getElementById("areas")?.dataset.areas?.split(" ").filter(Boolean) ?? [];
// An area that fails to arrive is asked for again by the screen that needs it.
void loadAreas(locale, areas).then(hydrate, hydrate);
