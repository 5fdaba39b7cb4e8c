import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import {
  Checkbox,
  type CheckboxProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { useText } from "../messages/text.tsx";

// Conform's metadata differs per type of value; a field only needs its name, value and errors.
// oxlint-disable-next-line typescript/no-explicit-any
type Field = { field: FieldMetadata<any> };

/** Label above, help below, errors at the field. */
function shared({ field }: Field) {
  return {
    error: field.errors?.[0],
    errorProps: { id: field.errorId, role: "alert" },
    inputWrapperOrder: ["label", "input", "error", "description"] as (
      | "label"
      | "input"
      | "error"
      | "description"
    )[],
  };
}

type Type = "text" | "email" | "url" | "tel" | "search" | "date" | "time";

export function TextField({
  field,
  type = "text",
  ...rest
}: Field & TextInputProps & { type?: Type }) {
  const { key, ...input } = getInputProps(field, { type });
  return <TextInput key={key} {...input} {...shared({ field })} {...rest} />;
}

export function PasswordField({ field, ...rest }: Field & PasswordInputProps) {
  const t = useText("lists");
  const { key, ...input } = getInputProps(field, { type: "password" });
  return (
    <PasswordInput
      key={key}
      {...input}
      {...shared({ field })}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword"), tabIndex: 0 }}
      {...rest}
    />
  );
}

export function TextareaField({ field, ...rest }: Field & TextareaProps) {
  const { key, ...input } = getTextareaProps(field);
  return <Textarea key={key} autosize minRows={3} {...input} {...shared({ field })} {...rest} />;
}

export function NumberField({ field, ...rest }: Field & NumberInputProps) {
  const {
    key,
    min: _min,
    max: _max,
    step: _step,
    ...input
  } = getInputProps(field, { type: "text" });
  return <NumberInput key={key} {...input} {...shared({ field })} {...rest} />;
}

export function CheckboxField({ field, ...rest }: Field & CheckboxProps) {
  const { key, ...input } = getInputProps(field, { type: "checkbox" });
  return <Checkbox key={key} {...input} error={field.errors?.[0]} {...rest} />;
}
