import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadWizard } from "../../features/campaign-builder/load-wizard.server.ts";
import { WizardPage } from "../../features/campaign-builder/wizard-page.tsx";
import { requireSubsequence } from "../../features/subsequence/require-subsequence.server.ts";
import { titled, titleMeta } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

const untitled = titled("campaign-wizard", "subsequence");

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.campaign ? titleMeta(data.campaign.name, matches) : untitled({ matches });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { id } = await requireSubsequence(actor, params);
  return loadWizard(actor, request, id);
}

export default WizardPage;
