import type { FieldMetadata } from "@conform-to/react";
import { Alert, Stack } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { TextField } from "../../components/fields.tsx";
import { useText } from "../../messages/text.tsx";

type Props = {
  isCode: boolean;
  field: FieldMetadata<string | undefined>;
  hasNewCode: boolean;
  /** The fields of address and password: they stay in the form, which sends them again together with the code. */
  children: ReactNode;
};

/** The fields of a login: address and password, and then the mailed code. */
export function CodeStep({ isCode, field, hasNewCode, children }: Props) {
  const t = useText("auth");
  // Without scripts the page is a new one, whose password has to be typed again.
  const isMounted = useMounted();
  const { id } = field;
  useEffect(() => {
    if (isCode) document.getElementById(id)?.focus();
  }, [isCode, id]);
  return (
    <>
      <Stack gap="md" display={isCode && isMounted ? "none" : "flex"}>
        {children}
      </Stack>
      {isCode ? (
        <Stack gap={hasNewCode ? "md" : 0}>
          <div aria-live="polite">
            {hasNewCode ? (
              <Alert color="green" variant="light">
                {t("newCodeSent")}
              </Alert>
            ) : null}
          </div>
          <TextField
            field={field}
            label={t("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </Stack>
      ) : null}
    </>
  );
}
