import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getAiSettings, updateAiSettings } from "@thaw/core/accounts/ai/ai-settings";
import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from "@thaw/core/accounts/category/category";
import {
  getCategorisation,
  setAccountCategorisation,
} from "@thaw/core/inbox/categorisation/categorisation";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { AiPanel } from "../../features/category/ai-panel.tsx";
import { CategoriesPanel } from "../../features/category/categories-panel.tsx";
import { ModelPanel } from "../../features/category/model-panel.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("categories", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [{ items }, rules, model] = await Promise.all([
    listCategories(actor, {}),
    getCategorisation(actor, {}),
    getAiSettings(actor, {}),
  ]);
  const { permissions } = actor;
  return {
    categories: items,
    rules,
    model,
    canAdd: permissions.has("labels:add"),
    canChange: permissions.has("labels:write"),
    canSetModel: permissions.has("account:write"),
  };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    create: createCategory,
    update: updateCategory,
    delete: deleteCategory,
    rules: setAccountCategorisation,
    model: updateAiSettings,
  });
}

export default function LeadCategoriesPage() {
  const { categories, rules, model, canAdd, canChange, canSetModel } =
    useLoaderData<typeof loader>();
  const t = useText("categories");
  const actionResult = useActionData<typeof action>();
  // Here, because the panels begin anew with what was saved.
  useActionResult(actionResult, "rules", () => toast.done(t("aiSaved")));
  useActionResult(actionResult, "model", () => toast.done(t("modelSaved")));
  return (
    <>
      <CategoriesPanel categories={categories} canAdd={canAdd} canChange={canChange} />
      {canChange ? (
        <AiPanel
          key={JSON.stringify(rules)}
          rules={rules}
          categories={categories}
          hasKey={model.is_available}
          actionResult={actionResult}
        />
      ) : null}
      {canSetModel ? (
        <ModelPanel key={JSON.stringify(model)} settings={model} actionResult={actionResult} />
      ) : null}
    </>
  );
}
