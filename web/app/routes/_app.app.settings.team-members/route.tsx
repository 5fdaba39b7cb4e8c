import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IconUserPlus } from "@tabler/icons-react";
import { changeAssignments } from "@thaw/core/accounts/team/assignment";
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from "@thaw/core/accounts/team/invitation";
import {
  changeMemberRole,
  deactivateMember,
  listMembers,
  reactivateMember,
} from "@thaw/core/accounts/team/team";
import type { Member } from "@thaw/core/accounts/team/team.schema";
import { useState } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/time.tsx";
import { AssignDialog } from "../../features/team/assign-dialog.tsx";
import { InviteDialog } from "../../features/team/invite-dialog.tsx";
import { MemberActions } from "../../features/team/member-actions.tsx";
import { PersonStatus } from "../../features/team/person-status.tsx";
import { RoleSelect } from "../../features/team/role-select.tsx";
import type { Column } from "../../list/column.ts";
import { DataTable } from "../../list/data-table.tsx";
import { useText, type Text as Words } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions, useScreenKeys } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const MOST_SHOWN = 200;

export const meta = titled("team", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { items } = await listMembers(actor, { limit: MOST_SHOWN });
  return { members: items, ownId: actor.userId, now: new Date().toISOString() };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    invite: inviteMember,
    resend: resendInvitation,
    revoke: revokeInvitation,
    role: changeMemberRole,
    deactivate: deactivateMember,
    reactivate: reactivateMember,
    assign: changeAssignments,
  });
}

type Open = { kind: "invite" } | { kind: "assign"; member: Member };

export default function TeamPage() {
  const { members, ownId, now } = useLoaderData<typeof loader>();
  const t = useText("team");
  // Of the dialog: texts that have not come cannot be waited for in the midst of a click.
  useText("fields");
  const [open, setOpen] = useState<Open>();
  const invite = { label: t("invite"), run: () => setOpen({ kind: "invite" }) };
  useScreenKeys([{ keys: "n", ...invite }]);
  usePaletteActions([{ id: "invite", ...invite }]);
  const button = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={invite.run}>
      {t("invite")}
    </Button>
  );
  const isAlone = members.length < 2;
  const close = () => setOpen(undefined);
  const assign = (member: Member) => setOpen({ kind: "assign", member });
  return (
    <Stack gap="md" component="section">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{t("title")}</Title>
          <Text size="sm" c="dimmed">
            {t("sentence")}
          </Text>
        </div>
        {isAlone ? null : button}
      </Group>
      {isAlone ? (
        <EmptyState drawing="people" sentence={t("empty")} action={button} />
      ) : (
        <DataTable
          label={t("label")}
          rows={members}
          columns={columns(t, { ownId, now, assign })}
          rowId={({ id }) => String(id)}
          rowName={nameOf}
        />
      )}
      {open?.kind === "invite" ? <InviteDialog onClose={close} /> : null}
      {open?.kind === "assign" ? <AssignDialog member={open.member} onClose={close} /> : null}
    </Stack>
  );
}

const nameOf = ({ name, email }: Member) => name || email;

type Shown = { ownId: number; now: string; assign: (member: Member) => void };

const columns = (t: Words<"team">, { ownId, now, assign }: Shown): Column<Member>[] => [
  {
    id: "name",
    header: t("name"),
    isFixed: true,
    cell: (member) => (
      <Box py={4}>
        <Text fw={500} truncate>
          {nameOf(member)}
          {member.id === ownId ? ` (${t("you")})` : ""}
        </Text>
        {member.name ? (
          <Text size="xs" c="dimmed" truncate>
            {member.email}
          </Text>
        ) : null}
      </Box>
    ),
  },
  {
    id: "role",
    header: t("role"),
    cell: (member) =>
      isManaged(member, ownId) ? <RoleSelect member={member} /> : t(`role.${member.role}`),
  },
  {
    id: "status",
    header: t("status"),
    cell: ({ status, invited_until: until }) => (
      <Box py={4}>
        <PersonStatus status={status}>{t(`status.${status}`)}</PersonStatus>
        {until ? (
          <Text size="xs" c="dimmed">
            {until > now ? (
              <>
                {t("until")} <RelativeTime at={until} />
              </>
            ) : (
              t("linkOver")
            )}
          </Text>
        ) : null}
      </Box>
    ),
  },
  {
    id: "actions",
    header: t("actions"),
    cell: (member) =>
      isManaged(member, ownId) || member.status === "deactivated" ? (
        <MemberActions member={member} onAssign={assign} />
      ) : null,
  },
];

/** Nobody manages themselves or the owner, and a role is given to those who are in or on their way. */
const isManaged = ({ id, role, status }: Member, ownId: number) =>
  id !== ownId && role !== "OWNER" && status !== "deactivated";
