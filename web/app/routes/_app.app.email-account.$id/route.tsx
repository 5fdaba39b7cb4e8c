import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { getMailbox } from "@thaw/core/senders/mailbox/mailbox";
import { DetailTabs } from "../../components/detail-tabs.tsx";
import { Page } from "../../components/page.tsx";
import type { MailboxPage } from "../../features/mailbox/mailbox-page.ts";
import { MailboxState } from "../../features/mailbox/mailbox-state.tsx";
import { useText } from "../../messages/text.tsx";
import { titleMeta } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { isReadAnew } from "../../revalidate.ts";
import { requireActor } from "../../session.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleMeta(data?.mailbox.email ?? "", matches);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const mailbox = await getMailbox(actor, { mailbox_id: idInPath(params.id, "mailbox") });
  return { mailbox, canWrite: actor.permissions.has("mailboxes:write") };
}

/** What was deleted cannot be read again: the screen is about to leave. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const done = change.actionResult as { ok?: boolean; intent?: string } | undefined;
  return done?.ok && done.intent === "delete" ? false : isReadAnew(change);
};

export default function MailboxLayout() {
  const page: MailboxPage = useLoaderData<typeof loader>();
  const t = useText("mailboxes");
  const { id, email, connection_state, failures } = page.mailbox;
  const to = (tab: string) => `/app/email-account/${id}/${tab}`;
  const tabs = [
    { label: t("overview"), to: to("overview") },
    { label: t("general"), to: to("general") },
    { label: t("management"), to: to("management") },
    {
      label: t("errorState"),
      to: to("error-state"),
      ...(failures.length > 0 ? { count: failures.length } : {}),
    },
  ];
  return (
    <Page
      title={email}
      sentence={<MailboxState state={connection_state} />}
      breadcrumb={[{ label: t("title"), to: "/app/email-accounts" }]}
      tabs={<DetailTabs label={t("tabs")} tabs={tabs} />}
    >
      <Outlet context={page} />
    </Page>
  );
}
