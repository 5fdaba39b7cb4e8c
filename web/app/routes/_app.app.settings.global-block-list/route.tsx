import { Stack, Text, Title } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CHANGES, loadBlockList } from "../../features/block-list/block-list.server.ts";
import { BlockList } from "../../features/block-list/block-list.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("block-list", "title");

export function loader({ request }: LoaderFunctionArgs) {
  return loadBlockList(request);
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, CHANGES);
}

export default function BlockListPage() {
  const t = useText("block-list");
  return (
    <Stack gap="lg">
      <div>
        <Title order={2}>{t("title")}</Title>
        <Text c="dimmed" size="sm">
          {t("sentence")}
        </Text>
      </div>
      <BlockList {...useLoaderData<typeof loader>()} />
    </Stack>
  );
}
