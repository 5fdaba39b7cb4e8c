import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { WizardPage } from "../../features/campaign-builder/wizard-page.tsx";
import { titled, titleMeta } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { requireSubsequence } from "../_app.app.campaign.$parentId.subsequence.$id/require-subsequence.server.ts";
import { loadWizard } from "../_app.app.email-campaign.new-campaign/load-wizard.server.ts";

const untitled = titled("campaign-wizard", "subsequence");

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.campaign ? titleMeta(data.campaign.name, matches) : untitled({ matches });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { id } = await requireSubsequence(actor, params);
  return loadWizard(actor, request, id);
}

export default WizardPage;
