import { Box, Stack, Text, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listActivity } from "@thaw/core/accounts/activity-log/activity-log";
import {
  ACTIVITY_KINDS,
  type Activity,
  type ActivityKind,
} from "@thaw/core/accounts/activity-log/activity-log.schema";
import { listUserNames } from "@thaw/core/accounts/user/user-names";
import { ROLES } from "@thaw/core/kernel/access/role.schema";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import { type ListRules, readListQuery } from "../../list/list-query.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { preloadText } from "../../messages/source.ts";
import { useLocale, useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

const RULES: ListRules = { filters: { kind: ACTIVITY_KINDS, person: "any" } };
const MOST_PEOPLE = 200;
const MOST_CHOSEN = 50;

export const meta = titled("team", "activity");
preloadText("activity");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const params = new URL(request.url).searchParams;
  const { filters, limit, cursor } = readListQuery(params, RULES);
  const people = filters.person?.map(Number).filter(Number.isSafeInteger).slice(0, MOST_CHOSEN);
  const [page, { items: users }] = await Promise.all([
    listActivity(actor, {
      limit,
      cursor,
      ...(filters.kind ? { kind: filters.kind as ActivityKind[] } : {}),
      ...(people?.length ? { actor_id: people } : {}),
    }),
    listUserNames(actor, { limit: MOST_PEOPLE }),
  ]);
  return { page, users };
}

export default function ActivityPage() {
  const { page, users } = useLoaderData<typeof loader>();
  const t = useText("team");
  const done = useText("activity");
  const locale = useLocale();
  const kinds = ACTIVITY_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }));
  const named = new Intl.ListFormat(locale).format(
    ACTIVITY_KINDS.map((kind) => t(`kinds.${kind}`)),
  );
  const people = users.map(({ id, name }) => ({ value: String(id), label: name || String(id) }));
  return (
    <Stack gap="md" component="section">
      <div>
        <Title order={2}>{t("activity")}</Title>
        <Text size="sm" c="dimmed">
          {t("activitySentence", { kinds: named })}
        </Text>
      </div>
      <ListScreen
        label={t("activityLabel")}
        page={page}
        columns={columns(t, done)}
        rules={RULES}
        filters={[
          { name: "kind", label: t("kind"), options: kinds },
          { name: "person", label: t("who"), options: people },
        ]}
        hasSearch={false}
        rowId={({ id }) => id}
        rowName={({ action }) => done(action)}
        empty={<EmptyState drawing="list" sentence={t("activityEmpty", { kinds: named })} />}
      />
    </Stack>
  );
}

/** Roles are recorded as they are stored, and read as they are called. */
function withRoles(t: Words<"team">, detail: string): string {
  return ROLES.reduce(
    (text, role) => text.replaceAll(new RegExp(`\\b${role}\\b`, "g"), t(`role.${role}`)),
    detail,
  );
}

const columns = (t: Words<"team">, done: Words<"activity">): Column<Activity>[] => [
  {
    id: "when",
    header: t("when"),
    isFixed: true,
    cell: ({ at }) => <RelativeTime at={at} />,
  },
  {
    id: "who",
    header: t("who"),
    cell: ({ actor_id, actor_name }) =>
      actor_id === 0 ? t("product") : actor_name || t("unknown"),
  },
  { id: "what", header: t("what"), cell: ({ action }) => done(action) },
  {
    id: "target",
    header: t("target"),
    cell: ({ target, detail }) => (
      <Box py={4}>
        {target}
        {detail ? (
          <Text size="xs" c="dimmed">
            {withRoles(t, detail)}
          </Text>
        ) : null}
      </Box>
    ),
  },
  { id: "address", header: t("address"), cell: ({ ip }) => ip },
];
