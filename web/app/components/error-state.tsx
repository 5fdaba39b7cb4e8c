import { Button, Code, Stack, Text, Title } from "@mantine/core";
import { useText } from "../messages/text.tsx";
import { Drawing } from "./drawing.tsx";

type Props = {
  title: string;
  text: string;
  /** Folded out for support. */
  requestId?: string;
  /** 1 where nothing else on the page is a title. */
  order?: 1 | 2;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** Says what happened and what to do; the request id folds out. */
export function ErrorState({
  title,
  text,
  requestId,
  order = 2,
  onRetry,
  isRetrying = false,
}: Props) {
  const t = useText("shell");
  return (
    <Stack align="center" gap="sm" py="xl" ta="center" maw={440} mx="auto" role="alert">
      <Drawing name="error" />
      <Title order={order}>{title}</Title>
      <Text c="dimmed">{text}</Text>
      {onRetry ? (
        <Button variant="default" onClick={onRetry} loading={isRetrying}>
          {t("tryAgain")}
        </Button>
      ) : null}
      {requestId ? (
        <details>
          <Text component="summary" c="dimmed">
            {t("details")}
          </Text>
          <Code>{t("requestId", { id: requestId })}</Code>
        </details>
      ) : null}
    </Stack>
  );
}
