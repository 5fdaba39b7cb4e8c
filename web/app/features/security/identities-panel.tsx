import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { Form, useFetcher } from "@remix-run/react";
import type { Identity } from "@thaw/core/accounts/oidc/oidc.schema";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import type { Column } from "../../list/column.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import type { action as link } from "../../routes/app.oidc-link/route.ts";
import type { SecurityResult } from "./security-result.ts";
import { timesOf, WaysIn } from "./ways-in.tsx";

type Issuer = { id: string; name: string };
type Props = { identities: Identity[]; issuers: Issuer[]; actionResult: SecurityResult };

const columns = (t: Words<"oidc">): Column<Identity>[] => [
  { id: "service", header: t("service"), isFixed: true, cell: ({ issuer_name }) => issuer_name },
  { id: "address", header: t("address"), cell: ({ email }) => email },
  ...timesOf<Identity>({ added: t("added"), used: t("used"), never: t("never") }),
  {
    id: "actions",
    header: t("actions"),
    cell: ({ id, issuer_name }) => (
      <Form method="post">
        <input type="hidden" name="identity_id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="unlink-identity"
          variant="subtle"
          size="compact-sm"
          aria-label={t("unlinkOf", { name: issuer_name })}
        >
          {t("unlink")}
        </Button>
      </Form>
    ),
  },
];

/** Which other services log the user in, and which could. */
export function IdentitiesPanel({ identities, issuers, actionResult }: Props) {
  const t = useText("oidc");
  const [chosen, choose] = useState<Issuer>();
  useActionResult(actionResult, "unlink-identity", () => toast.done(t("unlinked")));
  const open = issuers.filter(({ id }) => !identities.some(({ issuer_id }) => issuer_id === id));
  const buttons = (
    <Group gap="xs">
      {open.map((issuer) => (
        <Button key={issuer.id} variant="default" onClick={() => choose(issuer)}>
          {t("link", { name: issuer.name })}
        </Button>
      ))}
    </Group>
  );
  return (
    <Stack gap="xs" component="section">
      <WaysIn
        title={t("title")}
        teach={t("teach")}
        action={buttons}
        rows={identities}
        columns={columns(t)}
        rowName={({ issuer_name }) => issuer_name}
      />
      {chosen ? <LinkDialog issuer={chosen} onClose={() => choose(undefined)} /> : null}
    </Stack>
  );
}

/** Asks for the password where the login is some time ago. */
function LinkDialog({ issuer, onClose }: { issuer: Issuer; onClose: () => void }) {
  const t = useText("oidc");
  const lists = useText("lists");
  const fetcher = useFetcher<typeof link>();
  const { message, password } = fetcher.data ?? {};
  const [needsPassword, setNeedsPassword] = useState(false);
  if (password && !needsPassword) setNeedsPassword(true);
  return (
    <Dialog onClose={onClose} title={t("link", { name: issuer.name })} centered>
      <fetcher.Form method="post" action="/app/oidc-link">
        <input type="hidden" name="issuer_id" value={issuer.id} />
        <Stack>
          <Text size="sm">{t("linkText", { name: issuer.name })}</Text>
          {needsPassword ? (
            <PasswordInput
              name="password"
              label={t("password")}
              error={password}
              errorProps={{ role: "alert" }}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": lists("showPassword"), tabIndex: 0 }}
              required
              data-autofocus
            />
          ) : null}
          <FormErrors errors={message && !password ? [message] : undefined} />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={fetcher.state !== "idle"}>
              {t("go", { name: issuer.name })}
            </Button>
          </DialogButtons>
        </Stack>
      </fetcher.Form>
    </Dialog>
  );
}
