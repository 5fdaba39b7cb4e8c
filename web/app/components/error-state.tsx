import { Button, Code, Collapse, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useText } from "../messages/text.tsx";
import { Drawing } from "./drawing.tsx";

type Props = {
  title: string;
  text: string;
  /** Folded out for support. */
  requestId?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** Says what happened and what to do; the request id folds out. */
export function ErrorState({ title, text, requestId, onRetry, isRetrying = false }: Props) {
  const t = useText("shell");
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Stack align="center" gap="sm" py="xl" ta="center" maw={440} mx="auto" role="alert">
      <Drawing name="error" />
      <Title order={2}>{title}</Title>
      <Text c="dimmed">{text}</Text>
      {onRetry ? (
        <Button variant="default" onClick={onRetry} loading={isRetrying}>
          {t("tryAgain")}
        </Button>
      ) : null}
      {requestId ? (
        <>
          <UnstyledButton fz="sm" c="dimmed" td="underline" onClick={toggle} aria-expanded={isOpen}>
            {t("details")}
          </UnstyledButton>
          <Collapse in={isOpen}>
            <Code>{t("requestId", { id: requestId })}</Code>
          </Collapse>
        </>
      ) : null}
    </Stack>
  );
}
