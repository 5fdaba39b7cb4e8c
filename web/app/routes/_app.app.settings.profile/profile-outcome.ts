import type { useActionData } from "@remix-run/react";
import type { action } from "./route.tsx";

/** What the page's action gave back last. */
export type ProfileOutcome = ReturnType<typeof useActionData<typeof action>>;
