import { Anchor, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../messages/text.tsx";

/** Whom to write to for a plan. */
export function ContactLine({ contact }: { contact: string | null }) {
  const t = useText("plan");
  if (contact === null) return <Text size="sm">{t("noContact")}</Text>;
  const link = (copy: ReactNode) => (
    <Anchor href={`mailto:${contact}`} inherit underline="always">
      {copy}
    </Anchor>
  );
  return <Text size="sm">{t.rich("contact", { contact, link })}</Text>;
}
