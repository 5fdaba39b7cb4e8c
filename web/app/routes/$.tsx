import type { LoaderFunctionArgs } from "@remix-run/node";
import { titled } from "../messages/title.ts";
import { guardAbsentPage } from "../session.server.ts";
import { ErrorScreen } from "../shell/error-screen.tsx";

export const meta = titled("shell", "notFoundTitle");

/** Every address that no screen answers. */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  await guardAbsentPage(request);
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorScreen />
    </main>
  );
}
