import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "@thaw/core/config";
import { requirePermission } from "@thaw/core/kernel/access/require-permission";
import { connectMailbox } from "@thaw/core/senders/mailbox/mailbox-connect";
import { Page } from "../../components/page.tsx";
import { ConnectForm } from "../../features/mailbox/connect-form.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

const OWN_MACHINE = /^https?:\/\/(localhost|127\.|\[::1\])/;

export const meta = titled("mailboxes", "connectTitle");

export async function loader({ request }: LoaderFunctionArgs) {
  requirePermission(await requireActor(request), "mailboxes:write");
  // Only someone who runs the product on a machine of their own can change it.
  const refusesOwnNetwork = !config.allowPrivateMailHosts() && OWN_MACHINE.test(config.siteUrl());
  return { refusesOwnNetwork };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { connect: connectMailbox });
}

export default function ConnectMailboxPage() {
  const { refusesOwnNetwork } = useLoaderData<typeof loader>();
  const t = useText("mailboxes");
  return (
    <Page
      title={t("connectTitle")}
      sentence={t("connectSentence")}
      breadcrumb={[{ label: t("title"), to: "/app/email-accounts" }]}
    >
      <ConnectForm refusesOwnNetwork={refusesOwnNetwork} />
    </Page>
  );
}
