import { Select } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { MEMBER_ROLES, type Member } from "@thaw/core/accounts/team/team.schema";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.settings.team-members/route.tsx";
import { TEAM } from "./team-page.ts";

/** Changes a member's role as soon as another is chosen. */
export function RoleSelect({ member: { id, name, email, role } }: { member: Member }) {
  const t = useText("team");
  const fetcher = useFetcher<typeof action>();
  const called = name || email;
  useActionResult(fetcher.data, "role", () => toast.done(t("roleChanged", { name: called })));
  const asked = fetcher.formData?.get("role");
  return (
    <Select
      aria-label={t("roleOf", { name: called })}
      data={MEMBER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      value={typeof asked === "string" ? asked : role}
      onChange={(chosen) => {
        if (chosen === null || chosen === role) return;
        fetcher.submit(
          { intent: "role", member_id: id, role: chosen },
          { method: "post", action: TEAM },
        );
      }}
      disabled={fetcher.state !== "idle"}
      allowDeselect={false}
      size="xs"
      w={180}
    />
  );
}
