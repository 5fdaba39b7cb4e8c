import type { useActionData } from "@remix-run/react";
import type { action } from "../../routes/_app.app.settings.profile/route.tsx";

/** What the page's action gave back last. */
export type ProfileResult = ReturnType<typeof useActionData<typeof action>>;
