import { Button, Group } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { Member } from "@thaw/core/accounts/team/team.schema";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.team-members/route.tsx";
import { TEAM } from "./team-page.ts";

type Intent = "resend" | "revoke" | "deactivate" | "reactivate";

/** What can be done in each state, and nothing else (D15.1). */
const BY_STATUS: Record<Member["status"], readonly Intent[]> = {
  invited: ["resend", "revoke"],
  active: ["deactivate"],
  deactivated: ["reactivate"],
};

type Props = { member: Member; onAssign: (member: Member) => void };

export function MemberActions({ member, onAssign }: Props) {
  const t = useText("team");
  const fetcher = useFetcher<typeof action>();
  const name = member.name || member.email;
  useActionResult(fetcher.data, "resend", () => toast.done(t("resent", { name })));
  useActionResult(fetcher.data, "revoke", () => toast.done(t("revoked", { name })));
  useActionResult(fetcher.data, "deactivate", () => toast.done(t("deactivated", { name })));
  useActionResult(fetcher.data, "reactivate", () => toast.done(t("reactivated", { name })));
  const isLimited = member.role === "LIMITED_FULL_MEMBER_ACCESS";
  return (
    <Group gap={4} wrap="nowrap">
      {isLimited && member.status !== "deactivated" ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t("assignOf", { name })}
          onClick={() => onAssign(member)}
        >
          {t("assign")}
        </Button>
      ) : null}
      {BY_STATUS[member.status].map((intent) => (
        <Button
          key={intent}
          variant="subtle"
          size="compact-sm"
          disabled={fetcher.state !== "idle"}
          aria-label={t(`${intent}Of`, { name })}
          onClick={() =>
            fetcher.submit({ intent, member_id: member.id }, { method: "post", action: TEAM })
          }
        >
          {t(intent)}
        </Button>
      ))}
    </Group>
  );
}
