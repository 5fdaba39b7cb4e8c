import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { listUserNames } from "@thaw/core/accounts/user/user-names";
import { listLeadsByVersion, moveToLiveVersion } from "@thaw/core/campaigns/sequence/sequence-move";
import {
  listSequenceVersions,
  type SequenceVersion,
} from "@thaw/core/campaigns/sequence/sequence-versions";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { ChangeList } from "../../features/sequence-version/change-list.tsx";
import { LeadsPanel } from "../../features/sequence-version/leads-panel.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { idInPath } from "../../path-id.server.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("sequence-versions", "title");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const campaign_id = idInPath(params.id, "campaign");
  const before = new URL(request.url).searchParams.get("before") ?? "";
  const isPlace = /^[1-9]\d{0,8}$/.test(before);
  const [versions, users, leads] = await Promise.all([
    listSequenceVersions(actor, { campaign_id, ...(isPlace ? { before } : {}) }),
    listUserNames(actor, { limit: 200 }),
    listLeadsByVersion(actor, { campaign_id }),
  ]);
  const canWrite = actor.permissions.has("campaigns:write");
  return { versions, users: users.items, leads, canWrite };
}

export function action({ request, params }: ActionFunctionArgs) {
  return submit(
    request,
    { move: moveToLiveVersion },
    { fields: { campaign_id: idInPath(params.id, "campaign") } },
  );
}

export default function SequenceVersionsPage() {
  const { versions, users, leads, canWrite } = useLoaderData<typeof loader>();
  const t = useText("sequence-versions");
  const [search] = useSearchParams();
  const nameOf = (id: number) => users.find((user) => user.id === id)?.name ?? "–";
  return (
    <Stack gap="md">
      <div>
        <Title order={2}>{t("title")}</Title>
        <Text c="dimmed" maw={640}>
          {t("sentence")}
        </Text>
      </div>
      <LeadsPanel leads={leads} canWrite={canWrite} />
      {versions.items.map((each) => (
        <VersionPanel key={each.version} version={each} savedBy={nameOf(each.saved_by)} />
      ))}
      <Group>
        {search.has("before") ? (
          <Anchor component={Link} to="?" size="sm">
            {t("newest")}
          </Anchor>
        ) : null}
        {versions.cursor ? (
          <Anchor component={Link} to={`?before=${versions.cursor}`} size="sm">
            {t("older")}
          </Anchor>
        ) : null}
      </Group>
    </Stack>
  );
}

type PanelProps = { version: SequenceVersion; savedBy: string };

function VersionPanel({ version: each, savedBy }: PanelProps) {
  const t = useText("sequence-versions");
  const title = t("version", { version: each.version });
  return (
    <Stack gap="sm" p="md" className="panel" component="section" aria-label={title}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        {each.is_live ? <StatusBadge tone="active">{t("live")}</StatusBadge> : null}
        <Text size="sm" c="dimmed">
          <RelativeTime at={each.saved_at} /> {t("savedBy", { name: savedBy })} ·{" "}
          {t("steps", { count: each.step_count })}
        </Text>
      </Group>
      {each.changes.length > 0 ? (
        <ChangeList changes={each.changes} />
      ) : (
        <Text size="sm" c="dimmed">
          {t(each.version === 1 ? "first" : "same")}
        </Text>
      )}
    </Stack>
  );
}
