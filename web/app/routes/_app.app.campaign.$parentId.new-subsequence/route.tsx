import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  loadNewSubsequence,
  loadWizard,
} from "../../features/campaign-builder/load-wizard.server.ts";
import { WizardPage } from "../../features/campaign-builder/wizard-page.tsx";
import { requireSubsequence } from "../../features/subsequence/require-subsequence.server.ts";
import { titled } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";

export const meta = titled("campaign-wizard", "subsequence");

/** Nothing is made before something is saved; from then on the address has its id. */
export async function loader({ request, params: { parentId } }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const id = new URL(request.url).searchParams.get("id");
  if (!id) return loadNewSubsequence(actor, idInPath(parentId, "campaign"));
  const subsequence = await requireSubsequence(actor, { parentId, id });
  return loadWizard(actor, request, subsequence.id);
}

export default WizardPage;
