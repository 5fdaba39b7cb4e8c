import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { parse } from "@thaw/core/operation";
import { Id } from "@thaw/core/page.schema";
import { loadWizard } from "../../features/campaign-builder/load-wizard.server.ts";
import { WizardPage } from "../../features/campaign-builder/wizard-page.tsx";
import { titled, titleMeta } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

const untitled = titled("campaign-wizard", "title");

/** Among many tabs, each says which campaign it is of. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.campaign ? titleMeta(data.campaign.name, matches) : untitled({ matches });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const id = new URL(request.url).searchParams.get("id");
  return loadWizard(actor, request, id ? parse(Id, id) : undefined);
}

export default WizardPage;
