import { Badge, Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { endCelebration, getGetStarted } from "@thaw/core/workspace/get-started/get-started";
import {
  GET_STARTED_ITEMS,
  type GetStarted,
  type GetStartedItem,
} from "@thaw/core/workspace/get-started/get-started.schema";
import { Page } from "../../components/page.tsx";
import { Confetti } from "../../features/get-started/confetti.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("get-started", "title");

/** Where each item is done; there is nowhere yet to warm a mailbox up. */
const TARGETS = {
  added_first_email_account: "/app/email-accounts/new",
  enabled_warmup_optimisation: null,
  imported_first_leads: "/app/email-campaign/new-campaign",
  created_first_campaign: "/app/email-campaign/new-campaign",
} as const satisfies Record<GetStartedItem, string | null>;

export async function loader({ request }: LoaderFunctionArgs) {
  return getGetStarted(await requireActor(request), {});
}

export function action({ request }: ActionFunctionArgs) {
  return submit(request, { celebrated: endCelebration });
}

export default function GetStartedPage() {
  const progress = useLoaderData<typeof loader>();
  const t = useText("get-started");
  const feast = useFetcher();
  const copy = t("progress", { percentage: progress.percentage });
  return (
    <Page title={t("title")} sentence={progress.is_complete ? t("complete") : t("sentence")}>
      <Stack gap="lg" maw={720}>
        {progress.is_to_celebrate ? (
          <Confetti onDone={() => feast.submit({ intent: "celebrated" }, { method: "post" })} />
        ) : null}
        <div>
          <Text size="sm" fw={500} pb={4}>
            {copy}
          </Text>
          <Progress value={progress.percentage} aria-label={copy} />
        </div>
        <Stack component="ul" aria-label={t("items")} gap="sm" m={0} p={0}>
          {GET_STARTED_ITEMS.map((item) => (
            <Item key={item} item={item} progress={progress} />
          ))}
        </Stack>
      </Stack>
    </Page>
  );
}

function Item({ item, progress }: { item: GetStartedItem; progress: GetStarted }) {
  const t = useText("get-started");
  const isDone = progress[item] === "COMPLETED";
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  const target = TARGETS[item];
  return (
    <Group component="li" className="panel" p="md" gap="md" wrap="nowrap" align="flex-start">
      <Icon
        size={22}
        style={{ flexShrink: 0, color: isDone ? "var(--tone-green)" : undefined }}
        aria-hidden
      />
      <Group justify="space-between" gap="sm" style={{ flex: 1 }}>
        <div style={{ flex: "1 1 220px" }}>
          <Group gap="xs">
            <Title order={2}>{t(item)}</Title>
            <Badge variant="light" color={isDone ? "green" : "gray"}>
              {t(isDone ? "done" : "pending")}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t(`${item}Text`)}
          </Text>
        </div>
        {isDone || target === null || item === "enabled_warmup_optimisation" ? null : (
          <Button component={Link} to={target} variant="default">
            {t(`${item}Action`)}
          </Button>
        )}
      </Group>
    </Group>
  );
}
