import { Button, Stack } from "@mantine/core";
import { useText } from "../../messages/text.tsx";

type Props = { issuers: readonly { id: string; name: string }[]; next: string | null };

/** The ways in by other services; nothing where the operator has set up none. */
export function IssuerButtons({ issuers, next }: Props) {
  const t = useText("oidc");
  if (issuers.length === 0) return null;
  const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
  return (
    <Stack gap="xs" mt="md">
      {issuers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={`/oidc/${id}/start${query}`}
          rel="nofollow"
          variant="default"
          fullWidth
        >
          {t("continueWith", { name })}
        </Button>
      ))}
    </Stack>
  );
}
