import type { LoaderFunctionArgs } from "@remix-run/node";
import { parse } from "@thaw/core/operation";
import { Id } from "@thaw/core/page.schema";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { loadWizard } from "./load-wizard.server.ts";
import { WizardPage } from "./wizard-page.tsx";

export const meta = titled("campaign-wizard", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const id = new URL(request.url).searchParams.get("id");
  return loadWizard(actor, request, id ? parse(Id, id) : undefined);
}

export default WizardPage;
