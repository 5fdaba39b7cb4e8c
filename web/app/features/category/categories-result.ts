import type { useActionData } from "@remix-run/react";
import type { action } from "../../routes/_app.app.settings.lead-categories/route.tsx";

export type CategoriesResult = ReturnType<typeof useActionData<typeof action>>;
