import { useActionData, useFetcher } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.client-views._index/route.tsx";
import { useLatest } from "../../state/use-latest.ts";
import { TO_CLIENTS } from "./client-page.ts";

/** Deleting ends on the list of clients, which says so and can bring the client back. */
export function useClientDeletion(): void {
  const t = useText("clients");
  const fetcher = useFetcher<typeof action>({ key: "restore-client" });
  const restore = (client_id: number) =>
    fetcher.submit({ intent: "restore", client_id }, TO_CLIENTS);
  const latest = useLatest(restore);
  useActionResult(useActionData<typeof action>(), "delete", ({ id, name }) =>
    toast.undoable(t("deleted", { name }), () => latest.current?.(id)),
  );
  useActionResult(fetcher.data, "restore", ({ name }) => toast.done(t("restored", { name })));
}
