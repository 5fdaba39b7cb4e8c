import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteTemplate, getTemplate } from "@thaw/core/campaigns/template-library/saved-template";
import type { SavedTemplate } from "@thaw/core/campaigns/template-library/saved-template.schema";
import { TemplateEditor } from "../../features/template/template-editor.tsx";
import { titled } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("templates", "editTitle");

const NEW = {
  id: 0,
  name: "",
  subject: "",
  body: "",
  tag_ids: [],
  revision: 0,
  updated_at: "",
  updated_by: 0,
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const canWrite = actor.permissions.has("campaigns:write");
  if (params.id === "new") {
    if (!canWrite) throw redirect("/app/templates");
    const isSnippet = new URL(request.url).searchParams.get("kind") === "snippet";
    const template: SavedTemplate = { ...NEW, kind: isSnippet ? "snippet" : "template" };
    return { template, canWrite };
  }
  const template = await getTemplate(actor, { template_id: idInPath(params.id, "template") });
  return { template, canWrite };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { delete: deleteTemplate });
}

export default function TemplatePage() {
  const { template, canWrite } = useLoaderData<typeof loader>();
  return <TemplateEditor key={template.id} template={template} canWrite={canWrite} />;
}
