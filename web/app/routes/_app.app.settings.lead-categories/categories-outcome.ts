import type { useActionData } from "@remix-run/react";
import type { action } from "./route.tsx";

export type CategoriesOutcome = ReturnType<typeof useActionData<typeof action>>;
