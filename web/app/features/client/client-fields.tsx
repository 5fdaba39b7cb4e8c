import type { FieldMetadata } from "@conform-to/react";
import { MultiSelect, Radio, Stack } from "@mantine/core";
import type { Category } from "@thaw/core/accounts/category/category.schema";
import type { Client } from "@thaw/core/accounts/client/client.schema";
import { useState } from "react";
import { TextField } from "../../components/fields.tsx";
import { useText } from "../../messages/text.tsx";
import { categoryName } from "../category/built-in.ts";
import { ImageField } from "../upload/image-field.tsx";

const SETS = ["full_access", "reply_master_inbox", "none"] as const;

// Conform's metadata differs per type of value; a field only needs its name, value and errors.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = FieldMetadata<any>;
type Fields = Record<"name" | "email" | "permissions" | "restricted_category_ids", Field>;
type Props = { fields: Fields; client?: Client; categories: readonly Category[] };

/** What the form of a new client and that of an old one have in common. */
export function ClientFields({ fields, client, categories }: Props) {
  const t = useText("clients");
  const inbox = useText("inbox");
  const [restricted, setRestricted] = useState((client?.restricted_category_ids ?? []).map(String));
  const given = client && SETS.find((set) => client.permissions.some((each) => each === set));
  return (
    <>
      <TextField field={fields.name} label={t("name")} autoComplete="off" />
      <TextField
        field={fields.email}
        type="email"
        label={t("email")}
        placeholder={t("emailHint")}
        autoComplete="off"
      />
      <Radio.Group
        name="permissions"
        label={t("access")}
        defaultValue={given ?? "none"}
        error={fields.permissions.errors?.[0]}
      >
        <Stack gap="xs" mt="xs">
          {SETS.map((set) => (
            <Radio key={set} value={set} label={t(`set.${set}`)} description={t(`can.${set}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <MultiSelect
        label={t("restricted")}
        description={t("restrictedHelp")}
        data={categories.map((category) => ({
          value: String(category.id),
          label: categoryName(category, inbox),
        }))}
        value={restricted}
        onChange={setRestricted}
        {...(restricted.length === 0 ? { placeholder: t("restrictedNone") } : {})}
        error={fields.restricted_category_ids.errors?.[0]}
        searchable
      />
      {restricted.map((id, index) => (
        <input key={id} type="hidden" name={`restricted_category_ids[${index}]`} value={id} />
      ))}
      <ImageField name="logo_file_key" label={t("logo")} current={client?.logo_url ?? null} />
    </>
  );
}
