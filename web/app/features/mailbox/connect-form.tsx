import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Form, Link, useActionData, useNavigate, useNavigation } from "@remix-run/react";
import {
  ConnectMailbox,
  DEFAULT_DAILY_LIMIT,
  DEFAULT_GAP_MINUTES,
  type Provider,
} from "@thaw/core/senders/mailbox/mailbox.schema";
import { type ReactNode, useState } from "react";
import { lastResultOf, useActionResult } from "../../components/action-result.ts";
import { NumberField, TextField } from "../../components/fields.tsx";
import { FormErrors } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-accounts.new/route.tsx";
import { useValidation } from "../../use-validation.ts";
import { LoginFields, TestAndSave } from "./login-fields.tsx";
import { ProviderPicker } from "./provider-picker.tsx";
import { ServerSides } from "./server-sides.tsx";
import { useRefusedField } from "./use-refused-field.ts";
import { presetServers, type Servers, useServers } from "./use-servers.ts";
import "./mailbox.css";

const FIRST: Provider = "gmail";
const HINTS = {
  gmail: "gmailHint",
  outlook: "outlookHint",
  zoho: "zohoHint",
  generic: "genericHint",
} as const;

export function ConnectForm({ refusesOwnNetwork }: { refusesOwnNetwork: boolean }) {
  const t = useText("mailboxes");
  const actionResult = useActionData<typeof action>();
  const isTesting = useNavigation().formData?.get("intent") === "connect";
  const lastResult = lastResultOf(actionResult, "connect");
  const [form, fields] = useForm({
    lastResult,
    defaultValue: { daily_limit: DEFAULT_DAILY_LIMIT, min_gap_minutes: DEFAULT_GAP_MINUTES },
    onValidate: useValidation(ConnectMailbox),
    shouldRevalidate: "onInput",
  });
  const [provider, setProvider] = useState<Provider>(FIRST);
  const { servers, change, hasErrors } = useServers(presetServers(FIRST), form);
  const [isOpen, setOpen] = useState(false);
  useConnected(actionResult);
  const choose = (next: Provider) => {
    setProvider(next);
    setOpen(false);
    change(presetServers(next));
  };
  useRefusedField(form.id, lastResult);
  return (
    <Form method="post" {...getFormProps(form)} className="panel">
      <Stack p="lg" gap="lg" maw={760}>
        <Stack gap="xs">
          <ProviderPicker value={provider} onChange={choose} />
          <Text c="dimmed">{t(HINTS[provider])}</Text>
        </Stack>
        <SenderFields fields={fields} provider={provider} />
        <ServerSection
          servers={servers}
          help={refusesOwnNetwork && provider === "generic" ? t("ownNetwork") : null}
          isOpen={isOpen || hasErrors || provider === "generic"}
          onOpen={() => setOpen(true)}
        >
          {(isHidden) => (
            <ServerSides fields={fields} servers={servers} onChange={change} isHidden={isHidden} />
          )}
        </ServerSection>
        <LimitFields fields={fields} />
        <FormErrors errors={form.errors} />
        <TestAndSave intent="connect" label={t("testAndConnect")} isTesting={isTesting}>
          <Button component={Link} to="/app/email-accounts" variant="subtle" color="gray">
            {t("cancel")}
          </Button>
        </TestAndSave>
      </Stack>
    </Form>
  );
}

// Conform's metadata differs per type of value; the fields only pass it on.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = FieldMetadata<any>;

type SenderProps = {
  fields: Record<"email" | "from_name" | "password" | "user_name", Field>;
  provider: Provider;
};

function SenderFields({ fields, provider }: SenderProps) {
  const t = useText("mailboxes");
  const isAppPassword = provider === "gmail" || provider === "zoho";
  return (
    <div className="mailbox-sides">
      <TextField field={fields.email} type="email" label={t("email")} autoComplete="off" />
      <TextField
        field={fields.from_name}
        label={t("name")}
        description={fields.from_name.errors ? null : t("nameHelp")}
        autoComplete="off"
      />
      <LoginFields
        fields={fields}
        passwordLabel={t(isAppPassword ? "appPassword" : "password")}
        passwordHelp={t("passwordHelp")}
      />
    </div>
  );
}

type SectionProps = {
  servers: Servers;
  /** Which hosts are refused. */
  help: string | null;
  isOpen: boolean;
  onOpen: () => void;
  children: (isHidden: boolean) => ReactNode;
};

/** What a preset has filled in needs no fields until someone wants to change it. */
function ServerSection({ servers, help, isOpen, onOpen, children }: SectionProps) {
  const t = useText("mailboxes");
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t("serversTitle")}</Title>
      {isOpen ? null : (
        <Group gap="lg">
          <Text c="dimmed">
            {t("serversAt", servers.smtp)}
            <br />
            {t("serversAt", servers.imap)}
          </Text>
          <Button variant="default" size="xs" onClick={onOpen}>
            {t("change")}
          </Button>
        </Group>
      )}
      {children(!isOpen)}
      {help === null ? null : (
        <Text size="xs" c="dimmed">
          {help}
        </Text>
      )}
    </Stack>
  );
}

function LimitFields({ fields }: { fields: Record<"daily_limit" | "min_gap_minutes", Field> }) {
  const t = useText("mailboxes");
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t("limitsTitle")}</Title>
      <div className="mailbox-sides">
        <NumberField
          field={fields.daily_limit}
          label={t("dailyLimit")}
          description={fields.daily_limit.errors ? null : t("dailyLimitHelp")}
        />
        <NumberField
          field={fields.min_gap_minutes}
          label={t("minGap")}
          description={fields.min_gap_minutes.errors ? null : t("minGapHelp")}
        />
      </div>
    </Stack>
  );
}

function useConnected(actionResult: ReturnType<typeof useActionData<typeof action>>) {
  const t = useText("mailboxes");
  const navigate = useNavigate();
  useActionResult(actionResult, "connect", ({ id, email }) => {
    toast.done(t("connectedToast", { email }));
    navigate(`/app/email-account/${id}/overview`);
  });
}
