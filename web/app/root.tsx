import "@mantine/core/styles.layer.css";
import "./styles.css";
import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from "@mantine/core";
import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { currentClock, now } from "@thaw/core/clock";
import { isDemoWorld } from "@thaw/core/demo/demo";
import { lazy, type ReactNode, Suspense, useContext, useMemo } from "react";
import { ToastHost } from "./components/toast-host.tsx";
import { DEFAULT_LOCALE, textOf, UsedAreasMark, useLocale, useText } from "./messages/text.tsx";
import { Nonce } from "./nonce.ts";
import { readPreferences } from "./preferences.server.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { NavigationLine } from "./shell/navigation-line.tsx";
import { NewVersionPrompt } from "./shell/new-version.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { useRootData } from "./shell/root-data.ts";
import { SessionHost } from "./shell/session-host.tsx";
import { cssVariables, themeWith } from "./theme.ts";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export function loader({ request }: LoaderFunctionArgs) {
  const locale = DEFAULT_LOCALE;
  return {
    locale,
    brandName: textOf(locale, "shell")("productName"),
    preferences: readPreferences(request),
    clock: { now: now(), rate: currentClock().rate },
    isDemo: isDemoWorld(),
  };
}

/** Nothing here changes while people move about; only the saved preferences and the demo's clock ask for it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  formAction,
}) =>
  formAction === "/demo" ||
  (!formMethod &&
    (currentUrl.href === nextUrl.href || columnsIn(currentUrl) !== columnsIn(nextUrl)));

/** Chosen columns are remembered among the preferences. */
const columnsIn = ({ searchParams }: URL) => searchParams.get("columns");

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.brandName ?? "" }];

const DemoBar = lazy(() => import("./demo/demo-bar.tsx"));

function useTheme() {
  const t = useText("shell");
  return useMemo(() => themeWith(t("close")), [t]);
}

export function Layout({ children }: { children: ReactNode }) {
  const t = useText("shell");
  const nonce = useContext(Nonce);
  const inline = nonce ? { nonce } : {};
  return (
    <html lang={useLocale()} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={t("description")} />
        <Meta />
        <Links />
        <ColorSchemeScript defaultColorScheme="auto" {...inline} suppressHydrationWarning />
      </head>
      <body>
        <MantineProvider
          theme={useTheme()}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
        >
          <NavigationLine />
          <OfflineNotice />
          {useRootData()?.isDemo ? (
            <Suspense>
              <DemoBar />
            </Suspense>
          ) : null}
          {children}
          <NewVersionPrompt />
          <SessionHost />
          <ToastHost />
        </MantineProvider>
        <UsedAreasMark />
        <ScrollRestoration {...inline} />
        <Scripts {...inline} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorScreen />
    </main>
  );
}
