import { Group, Text } from "@mantine/core";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { isOwnHost } from "../../brand.server.ts";
import { BrandLogo } from "../../components/brand-logo.tsx";
import { ErrorScreen } from "../../shell/error-screen.tsx";
import { useRootData } from "../../state/root-data.ts";
import "../../features/auth/auth.css";

/** What an agency's host has for visitors: its clients' way in. */
const OF_CLIENTS = new Set([
  "/client-login",
  "/accept-invitation",
  "/forgot-password",
  "/reset-password",
]);

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const isOfClients = OF_CLIENTS.has(pathname) || pathname.startsWith("/oidc/");
  if (isOwnHost(request) || isOfClients) return null;
  throw redirect("/client-login");
}

/** The frame of what is open to visitors: whose product it is, and one panel. */
export default function AuthLayout() {
  const { brandName } = useRootData() ?? {};
  return (
    <main className="auth">
      <Group gap="xs" justify="center">
        <BrandLogo size={36} />
        {brandName ? (
          <Text fw={600} size="xl">
            {brandName}
          </Text>
        ) : null}
      </Group>
      <div className="auth-panel">
        <Outlet />
      </div>
    </main>
  );
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorScreen />
    </main>
  );
}
