import { Button, Center, Group, Stack } from "@mantine/core";
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from "@remix-run/react";
import { IconSearch } from "@tabler/icons-react";
import { ErrorState } from "../components/error-state.tsx";
import type { TextKey } from "../messages/namespaces.ts";
import { useText } from "../messages/text.tsx";
import { useAppData } from "../state/app-data.ts";
import { openPalette } from "./palette-store.ts";

type Shown = { title: TextKey<"shell">; text: TextKey<"shell">; canRetry: boolean };

const FAULT: Shown = { title: "faultTitle", text: "faultText", canRetry: true };
const DETAILED_FAULT: Shown = { ...FAULT, text: "faultDetails" };
const SHOWN: Record<number, Shown> = {
  403: { title: "forbiddenTitle", text: "forbiddenText", canRetry: false },
  404: { title: "notFoundTitle", text: "notFoundText", canRetry: false },
};

type ErrorBody = { message?: string; requestId?: string };

function readBody(error: unknown): ErrorBody {
  if (!isRouteErrorResponse(error)) return {};
  return typeof error.data === "object" && error.data ? (error.data as ErrorBody) : {};
}

/** What stands in a screen's place when it failed; used by every error boundary. */
export function ErrorScreen() {
  const t = useText("shell");
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  // The search is part of the frame around the screens.
  const canSearch = Boolean(useAppData());
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { message, requestId } = readBody(error);
  const known = SHOWN[status] ?? (requestId ? DETAILED_FAULT : FAULT);
  const title = status < 500 && !SHOWN[status] ? t("requestTitle") : t(known.title);
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center">
        <ErrorState
          order={1}
          title={title}
          text={message || t(known.text)}
          {...(requestId ? { requestId } : {})}
          {...(known.canRetry ? { onRetry: revalidate, isRetrying: state === "loading" } : {})}
        />
        <Group gap="xs" justify="center">
          {status === 404 && canSearch ? (
            <Button
              variant="default"
              leftSection={<IconSearch size={16} />}
              onClick={openPalette}
              aria-keyshortcuts="Control+K Meta+K"
            >
              {t("searchForIt")}
            </Button>
          ) : null}
          <Button component={Link} to="/" variant="subtle">
            {t("backToStart")}
          </Button>
        </Group>
      </Stack>
    </Center>
  );
}
