import type { FieldMetadata } from "@conform-to/react";
import { Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import {
  DEFAULT_IMAP_PORT,
  DEFAULT_SMTP_PORT,
  SECURITIES,
  type Security,
} from "@thaw/core/senders/mailbox/mailbox.schema";
import { useText } from "../../messages/text.tsx";

/** One side of a mailbox as a form holds it. */
export type SideValue = { host: string; port: string; security: Security };

type SideName = "smtp" | "imap";
type Names = "host" | "port" | "security";
// Only the name and the errors of Conform's metadata are used; its values differ per form.
// oxlint-disable-next-line typescript/no-explicit-any
type SideFields = Record<Names, FieldMetadata<any>>;

type Props = {
  side: SideName;
  fields: SideFields;
  value: SideValue;
  onChange: (value: SideValue) => void;
};

const PORTS = { smtp: DEFAULT_SMTP_PORT, imap: DEFAULT_IMAP_PORT };
const SECURITY_TEXT = {
  SSL: "securitySsl",
  TLS: "securityTls",
  None: "securityNone",
} as const;
const NAMES = {
  smtp: { title: "smtp", host: "smtpHost", port: "smtpPort", security: "smtpSecurity" },
  imap: { title: "imap", host: "imapHost", port: "imapPort", security: "imapSecurity" },
} as const;

/** Host, security and port of one side; the port follows the security until someone types another (MBX-04, MBX-05). */
export function ServerFields({ side, fields, value, onChange }: Props) {
  const t = useText("mailboxes");
  const names = NAMES[side];
  const chooseSecurity = (security: Security) =>
    onChange({ ...value, security, port: String(PORTS[side][security]) });
  return (
    <Stack gap="sm" component="fieldset" className="mailbox-side">
      <Text component="legend" fw={500}>
        {t(names.title)}
      </Text>
      <TextInput
        {...inputOf(fields.host)}
        label={t("host")}
        aria-label={t(names.host)}
        value={value.host}
        onChange={(event) => onChange({ ...value, host: event.currentTarget.value })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <NativeSelect
          {...inputOf(fields.security)}
          label={t("security")}
          aria-label={t(names.security)}
          flex={1}
          value={value.security}
          data={SECURITIES.map((security) => ({
            value: security,
            label: t(SECURITY_TEXT[security]),
          }))}
          onChange={(event) => chooseSecurity(event.currentTarget.value as Security)}
        />
        <TextInput
          {...inputOf(fields.port)}
          label={t("port")}
          aria-label={t(names.port)}
          inputMode="numeric"
          w={88}
          value={value.port}
          onChange={(event) => onChange({ ...value, port: event.currentTarget.value })}
          autoComplete="off"
        />
      </Group>
    </Stack>
  );
}

function inputOf(field: SideFields[Names]) {
  return {
    id: field.id,
    name: field.name,
    error: field.errors?.join(" · "),
    errorProps: { id: field.errorId, role: "alert" },
    "aria-invalid": field.errors ? true : undefined,
    inputWrapperOrder: ["label", "input", "error", "description"] as (
      | "label"
      | "input"
      | "error"
      | "description"
    )[],
  };
}
