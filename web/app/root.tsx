import "@mantine/core/styles.layer.css";
import "./styles.css";
// The bar itself is loaded later; without its looks the screen would jump.
import "./features/demo/demo-bar.css";
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
import { config } from "@thaw/core/config";
import { isDemoWorld } from "@thaw/core/workspace/demo/demo";
import { lazy, type ReactNode, Suspense, useContext, useMemo } from "react";
import { brandOf } from "./brand.server.ts";
import { ToastHost } from "./components/toast-host.tsx";
import { localeOfRequest } from "./locale.server.ts";
import { textOf, useLocale, useText } from "./messages/text.tsx";
import { Nonce } from "./nonce.ts";
import { readPreferences } from "./preferences.server.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { NavigationLine } from "./shell/navigation-line.tsx";
import { NewVersionPrompt } from "./shell/new-version.tsx";
import { OfflineNotice } from "./shell/offline-notice.tsx";
import { UsedNamespacesMark } from "./state/used-namespaces.tsx";
import "./shell/print.css";
import { SessionHost } from "./shell/session-host.tsx";
import { useLightPrint } from "./shell/use-light-print.ts";
import { usePageViews } from "./shell/use-page-views.ts";
import { useRootData } from "./state/root-data.ts";
import { cssVariables, themeWith } from "./theme.ts";

export const links: LinksFunction = () => [
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const brand = await brandOf(request);
  const locale = localeOfRequest(request);
  return {
    locale,
    brandName: brand ? brand.name : textOf(locale, "shell")("productName"),
    // What an agency has not set stays empty: never the provider's (D14).
    brand: brand && {
      logo: brand.logoUrl,
      favicon: brand.faviconUrl,
      color: brand.primaryColor,
      supportEmail: brand.supportEmail,
    },
    // The provider's own, which an agency's host does not show.
    terms: (brand ? undefined : config.termsUrl()) ?? null,
    privacy: (brand ? undefined : config.privacyUrl()) ?? null,
    preferences: readPreferences(request),
    clock: { now: now(), rate: currentClock().rate },
    isDemo: isDemoWorld(),
    pageViewSink: config.pageViewSink() ?? null,
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

const DemoBar = lazy(() => import("./features/demo/demo-bar.tsx"));

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
        <BrandHead />
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
        <UsedNamespacesMark />
        <ScrollRestoration {...inline} />
        <Scripts {...inline} />
      </body>
    </html>
  );
}

/** The icon of the tab, and an agency's own colour. */
function BrandHead() {
  const root = useRootData();
  if (!root?.brand)
    return root ? <link rel="icon" href="/favicon.svg" type="image/svg+xml" /> : null;
  const { favicon, color } = root.brand;
  return (
    <>
      {favicon ? <link rel="icon" href={favicon} /> : <link rel="icon" href="data:," />}
      {color ? <meta name="theme-color" content={color} /> : null}
    </>
  );
}

export default function App() {
  useLightPrint();
  usePageViews();
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorScreen />
    </main>
  );
}
