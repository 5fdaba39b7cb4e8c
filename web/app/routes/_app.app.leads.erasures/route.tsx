import { Anchor, Group, Progress, Stack, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { listUserNames } from "@thaw/core/accounts/user/user-names";
import { eraseLead, listLeadErasures } from "@thaw/core/erasure/lead-erasure/lead-erasure";
import type { LeadErasure } from "@thaw/core/erasure/lead-erasure/lead-erasure.schema";
import { reinstateAddress } from "@thaw/core/erasure/lead-erasure/reinstate-address";
import { useEffect } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { LEADS } from "../../features/lead/lead-page.ts";
import { ReinstatePanel } from "../../features/lead/reinstate-panel.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

const LOOK_AGAIN_MS = 2_000;
const REMOVED = [
  "leads",
  "places",
  "mails",
  "events",
  "conversations",
  "conversation_mails",
  "mentions",
  "files",
  "block_list_entries",
] as const;

export const meta = titled("lead-erasure", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const cursor = new URL(request.url).searchParams.get("cursor");
  const [erasures, users] = await Promise.all([
    listLeadErasures(actor, cursor ? { cursor } : {}),
    listUserNames(actor, { limit: 200 }),
  ]);
  return { erasures, users: users.items, isOwner: actor.kind === "owner" };
}

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { erase: eraseLead, readmit: reinstateAddress });
}

export default function ErasuresPage() {
  const { erasures, users, isOwner } = useLoaderData<typeof loader>();
  const t = useText("lead-erasure");
  const leads = useText("leads");
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const isRunning = erasures.items.some(({ stage }) => stage !== "done");
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(revalidate, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  const nameOf = (id: number) => users.find((user) => user.id === id)?.name ?? "–";
  return (
    <Page
      title={t("title")}
      sentence={t("sentence")}
      breadcrumb={[{ label: leads("leads"), to: LEADS }]}
    >
      {erasures.items.length === 0 ? <EmptyState drawing="people" sentence={t("empty")} /> : null}
      {erasures.items.length > 0 ? (
        <Text size="sm" c="dimmed" maw={640} mb="md">
          {t("notReached")}
        </Text>
      ) : null}
      <Stack gap="md">
        {erasures.items.map((each) => (
          <ErasurePanel key={each.id} erasure={each} by={nameOf(each.requested_by)} />
        ))}
      </Stack>
      {isOwner ? <ReinstatePanel /> : null}
      <Group mt="md">
        {search.has("cursor") ? (
          <Anchor component={Link} to="?" size="sm">
            {t("newest")}
          </Anchor>
        ) : null}
        {erasures.cursor ? (
          <Anchor component={Link} to={`?cursor=${encodeURIComponent(erasures.cursor)}`} size="sm">
            {t("older")}
          </Anchor>
        ) : null}
      </Group>
    </Page>
  );
}

function ErasurePanel({ erasure, by }: { erasure: LeadErasure; by: string }) {
  const t = useText("lead-erasure");
  const { id, lead_id, progress, requested_at, finished_at, removed } = erasure;
  const title = t("lead", { id: lead_id });
  const counts = REMOVED.filter((name) => removed[name] > 0);
  return (
    <Stack gap="xs" p="md" className="panel" component="section" aria-label={title}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        <StatusBadge tone={finished_at ? "good" : "active"}>
          {t(finished_at ? "done" : "running")}
        </StatusBadge>
        <Text size="sm" c="dimmed">
          {t("requested")} <RelativeTime at={requested_at} /> {t("by", { name: by })}
        </Text>
      </Group>
      {finished_at ? null : (
        <Progress
          value={(100 * progress.done) / progress.of}
          aria-label={t("progress", { done: progress.done, of: progress.of })}
        />
      )}
      <Text size="sm">
        {counts.map((name) => t(`removed.${name}`, { count: removed[name] })).join(" · ")}
      </Text>
      {finished_at ? (
        <Anchor
          href={`/app/lead-erasure/${id}`}
          download
          size="sm"
          aria-label={t("downloadOf", { id: lead_id })}
        >
          {t("download")}
        </Anchor>
      ) : null}
    </Stack>
  );
}
