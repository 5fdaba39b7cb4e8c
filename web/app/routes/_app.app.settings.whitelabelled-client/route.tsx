import { useForm } from "@conform-to/react";
import { Stack } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useRevalidator } from "@remix-run/react";
import { checkWhiteLabelDomain } from "@thaw/core/accounts/white-label/check-domain";
import {
  getWhiteLabel,
  removeWhiteLabelDomain,
  setWhiteLabelDomain,
  updateBrand,
} from "@thaw/core/accounts/white-label/white-label";
import {
  SetDomain,
  UpdateBrand,
  type WhiteLabel,
} from "@thaw/core/accounts/white-label/white-label.schema";
import { useEffect } from "react";
import { refusalOf, useActionResult } from "../../components/action-result.ts";
import { TextField } from "../../components/fields.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { toast } from "../../components/toasts.ts";
import { DomainStatus } from "../../features/host-watch/domain-status.tsx";
import { ImageField } from "../../features/upload/image-field.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("clients", "whiteLabel");

export async function loader({ request }: LoaderFunctionArgs) {
  return getWhiteLabel(await requireActor(request), {});
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    brand: updateBrand,
    domain: setWhiteLabelDomain,
    check: checkWhiteLabelDomain,
    remove: removeWhiteLabelDomain,
  });
}

export default function WhiteLabelPage() {
  const label = useLoaderData<typeof loader>();
  const t = useText("clients");
  const actionResult = useActionData<typeof action>();
  useActionResult(actionResult, "brand", () => toast.done(t("saved")));
  useActionResult(actionResult, "remove", () => toast.done(t("removed")));
  useNewsOf(label.domain_state);
  return (
    <Stack gap="lg">
      <DomainPanel label={label} />
      <BrandPanel label={label} />
    </Stack>
  );
}

const LOOK_AGAIN_MS = 3_000;

/** What follows the CNAME comes by itself, soon after someone has asked or some time later. */
function useNewsOf(state: WhiteLabel["domain_state"]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (state !== "PENDING_CERT") return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, revalidate]);
}

const TONES = {
  NONE: "drafted",
  PENDING_DNS: "waiting",
  PENDING_CERT: "waiting",
  LIVE: "good",
} as const;

function DomainPanel({ label }: { label: WhiteLabel }) {
  const t = useText("clients");
  const { whitelabel_domain: domain, domain_state: state, cname_target: target } = label;
  // The CNAME is there already.
  const proof =
    label.txt_record && label.problem === "no_proof" ? t("proof", label.txt_record) : undefined;
  const [form, fields] = useForm({
    id: "domain",
    defaultValue: { domain: domain ?? "" },
    lastResult: refusalOf(useActionData<typeof action>(), "domain"),
    onValidate: useValidation(SetDomain),
    shouldRevalidate: "onInput",
  });
  return (
    <div>
      <SettingsForm
        title={t("domainTitle")}
        sentence={t("domainSentence")}
        intent="domain"
        form={form}
        saveLabel={t("setDomain")}
      >
        <TextField
          field={fields.domain}
          label={t("domain")}
          placeholder={t("domainHint")}
          autoComplete="off"
          inputMode="url"
        />
      </SettingsForm>
      {domain ? (
        <DomainStatus
          tone={TONES[state]}
          state={t(`state.${state}`)}
          checkedAt={label.checked_at}
          problem={label.problem ? t(`problem.${label.problem}` as TextKey<"clients">) : undefined}
          record={state === "LIVE" ? undefined : (proof ?? t("record", { domain, target }))}
          copy={{
            checked: t("checked"),
            pointTo: t("pointTo"),
            check: t("check"),
            remove: t("removeDomain"),
          }}
        />
      ) : null}
    </div>
  );
}

function BrandPanel({ label }: { label: WhiteLabel }) {
  const t = useText("clients");
  const { logo_url: logo, favicon_url: favicon, ...details } = label.whitelabel_details;
  const [form, fields] = useForm({
    id: "brand",
    defaultValue: {
      ...details,
      wl_google_client_id: label.wl_google_client_id,
      wl_microsoft_client_id: label.wl_microsoft_client_id,
    },
    lastResult: refusalOf(useActionData<typeof action>(), "brand"),
    onValidate: useValidation(UpdateBrand),
    shouldRevalidate: "onInput",
  });
  return (
    <SettingsForm title={t("brandTitle")} sentence={t("brandSentence")} intent="brand" form={form}>
      <TextField field={fields.brand_name} label={t("brandName")} autoComplete="organization" />
      <ImageField name="logo_file_key" label={t("logo")} current={logo} />
      <ImageField name="favicon_file_key" label={t("favicon")} current={favicon} />
      <TextField
        field={fields.primary_color}
        label={t("primaryColor")}
        placeholder={t("colorHint")}
        autoComplete="off"
      />
      <TextField
        field={fields.support_email}
        type="email"
        label={t("supportEmail")}
        description={fields.support_email.errors ? null : t("supportHelp")}
        autoComplete="off"
      />
      <TextField
        field={fields.wl_google_client_id}
        label={t("googleClient")}
        description={fields.wl_google_client_id.errors ? null : t("oauthHelp")}
        autoComplete="off"
      />
      <TextField
        field={fields.wl_microsoft_client_id}
        label={t("microsoftClient")}
        autoComplete="off"
      />
    </SettingsForm>
  );
}
