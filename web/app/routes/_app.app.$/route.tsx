import { titled } from "../../messages/title.ts";
import { ErrorScreen } from "../../shell/error-screen.tsx";

export const meta = titled("shell", "notFoundTitle");

/** Every address of the app that no screen answers: the frame around it, and what it guards, stay. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}

export const ErrorBoundary = ErrorScreen;
