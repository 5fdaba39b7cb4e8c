import { useFetcher, useSubmit } from "@remix-run/react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.templates._index/route.tsx";

/** Where the list of templates sends its forms. */
const TEMPLATES = { method: "post", action: "/app/templates?index" } as const;

function formOf(ids: readonly (string | number)[], tagId: number, isOn: boolean): FormData {
  const form = new FormData();
  form.set("intent", "bulk");
  form.set("change", isOn ? "tag" : "untag");
  form.set("tag_id", String(tagId));
  for (const [at, id] of ids.entries()) form.set(`template_ids[${at}]`, String(id));
  return form;
}

/** Puts a tag on the templates that are selected or takes it off; a toast takes that back. */
export function useTemplateTags() {
  const t = useText("templates");
  const fetcher = useFetcher<typeof action>({ key: "bulk-templates" });
  const send = useSubmit();
  useActionResult(fetcher.data, "bulk", ({ change, tag_id, results }) => {
    const done = results.filter((each) => each.ok && !each.is_same).map(({ id }) => id);
    const revert = () => {
      const form = formOf(done, tag_id, change === "untag");
      send(form, { ...TEMPLATES, navigate: false, fetcherKey: "undo-templates" });
    };
    const refused = results.filter((each) => !each.ok);
    const [first] = refused;
    if (done.length > 0) toast.undoable(t(`bulkDone_${change}`, { count: done.length }), revert);
    else if (!first) toast.done(t("bulkSame", { count: results.length }));
    if (first && !first.ok) {
      toast.failed(t("bulkRefused", { count: refused.length }), first.message);
    }
  });
  return {
    isBusy: fetcher.state !== "idle",
    change: (ids: readonly string[], tagId: number, isOn: boolean) =>
      fetcher.submit(formOf(ids, tagId, isOn), TEMPLATES),
  };
}
