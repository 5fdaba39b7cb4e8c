import { Outlet } from "@remix-run/react";
import { Logo } from "../../components/logo.tsx";
import { useText } from "../../messages/text.tsx";
import { ErrorScreen } from "../../shell/error-screen.tsx";
import "./auth.css";

/** The frame of what is open to visitors: the logo and one panel. */
export default function AuthLayout() {
  const t = useText("shell");
  return (
    <main className="auth">
      <Logo size={40} label={t("productName")} />
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
