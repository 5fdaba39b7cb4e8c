import { useFetcher } from "@remix-run/react";
import { DEMO_SPEEDS } from "@thaw/core/workspace/demo/demo.schema";
import { useLocale, useText } from "../../messages/text.tsx";
import { useNow } from "../../state/clock.ts";
import { usePreferences } from "../../state/preferences.ts";
import { useRootData } from "../../state/root-data.ts";

/** Stands above every screen of the demo world: what time it is there, and how fast it passes. */
export default function DemoBar() {
  const t = useText("demo");
  const fetcher = useFetcher();
  const rate = useRootData()?.clock.rate;
  const speed = Number(fetcher.formData?.get("speed") ?? rate);
  return (
    <aside className="demo-bar" aria-label={t("world")}>
      <strong>{t("world")}</strong>
      <DemoTime />
      <fetcher.Form method="post" action="/demo" className="demo-speeds">
        <input type="hidden" name="intent" value="speed" />
        <fieldset aria-label={t("speed")}>
          {DEMO_SPEEDS.map((each) => (
            <button key={each} name="speed" value={each} aria-pressed={each === speed}>
              {t("times", { speed: each })}
            </button>
          ))}
        </fieldset>
      </fetcher.Form>
      <span className="demo-sentence" title={t("sentence")}>
        {t("sentence")}
      </span>
    </aside>
  );
}

function DemoTime() {
  const { timeZone } = usePreferences();
  const locale = useLocale();
  const now = new Date(useNow());
  const copy = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  // The bar comes after the page, which may have asked for the time anew.
  return (
    <time dateTime={now.toISOString()} suppressHydrationWarning>
      {copy.format(now)}
    </time>
  );
}
