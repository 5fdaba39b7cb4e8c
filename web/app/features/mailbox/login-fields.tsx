import type { FieldMetadata } from "@conform-to/react";
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { PasswordField, TextField } from "../../components/fields.tsx";
import { useText } from "../../messages/text.tsx";

// Conform's metadata differs per type of value; the fields only pass it on.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = FieldMetadata<any>;

type Props = {
  fields: Record<"password" | "user_name", Field>;
  passwordLabel: string;
  passwordHelp?: string;
};

/** What a mailbox signs in to its servers with. */
export function LoginFields({ fields: { password, user_name }, ...copy }: Props) {
  const t = useText("mailboxes");
  return (
    <>
      <PasswordField
        field={password}
        label={copy.passwordLabel}
        description={password.errors ? null : copy.passwordHelp}
        error={password.errors?.join(" · ")}
        autoComplete="off"
      />
      <TextField
        field={user_name}
        label={t("userName")}
        description={user_name.errors ? null : t("userNameHelp")}
        autoComplete="off"
      />
    </>
  );
}

type TestProps = { intent: string; label: string; isTesting: boolean; children?: ReactNode };

/** The button that signs in to both servers, and what happens meanwhile. */
export function TestAndSave({ intent, label, isTesting, children }: TestProps) {
  const t = useText("mailboxes");
  return (
    <Group gap="sm">
      <Button type="submit" name="intent" value={intent} loading={isTesting}>
        {label}
      </Button>
      {children}
      <Text c="dimmed" aria-live="polite">
        {isTesting ? t("testing") : null}
      </Text>
    </Group>
  );
}
