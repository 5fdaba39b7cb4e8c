import type { useActionData } from "@remix-run/react";
import type { action } from "../../routes/_app.app.settings.security/route.tsx";

/** What the screen's action answered last, to whichever of its panels asked. */
export type SecurityResult = ReturnType<typeof useActionData<typeof action>>;
