import { useForm } from "@conform-to/react";
import { Checkbox } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listCategories } from "@thaw/core/accounts/category/category";
import { createClient } from "@thaw/core/accounts/client/client";
import { CreateClient } from "@thaw/core/accounts/client/client.schema";
import { refusalOf } from "../../components/action-result.ts";
import { Page } from "../../components/page.tsx";
import { SettingsForm } from "../../components/settings-form.tsx";
import { ClientFields } from "../../features/client/client-fields.tsx";
import { CLIENTS, clientPath } from "../../features/client/client-page.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { useValidation } from "../../use-validation.ts";

export const meta = titled("clients", "newClient");

export async function loader({ request }: LoaderFunctionArgs) {
  return { categories: (await listCategories(await requireActor(request), {})).items };
}

export { clientAction } from "../../offline-action.ts";

export async function action({ request }: ActionFunctionArgs) {
  const actionResult = await submit(request, { create: createClient });
  if (!actionResult.data.ok) return actionResult;
  throw redirect(clientPath(actionResult.data.data.id));
}

export default function NewClientPage() {
  const { categories } = useLoaderData<typeof loader>();
  const t = useText("clients");
  const [form, fields] = useForm({
    id: "client",
    lastResult: refusalOf(useActionData<typeof action>(), "create"),
    onValidate: useValidation(CreateClient),
    shouldRevalidate: "onInput",
  });
  return (
    <Page title={t("newClient")} breadcrumb={[{ label: t("title"), to: CLIENTS }]}>
      <SettingsForm
        title={t("newClient")}
        sentence={t("newSentence")}
        intent="create"
        form={form}
        saveLabel={t("create")}
      >
        <ClientFields fields={fields} categories={categories} />
        <Checkbox name="is_invited" value="true" defaultChecked label={t("inviteNow")} />
      </SettingsForm>
    </Page>
  );
}
