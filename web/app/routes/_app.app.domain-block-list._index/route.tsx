import { Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Page } from "../../components/page.tsx";
import { CHANGES, loadBlockList } from "../../features/block-list/block-list.server.ts";
import { BlockList } from "../../features/block-list/block-list.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { submit } from "../../submit.server.ts";

export const meta = titled("block-list", "title");

/** The block list outside the settings, which an agency's clients do not have. */
export function loader({ request }: LoaderFunctionArgs) {
  return loadBlockList(request);
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, CHANGES);
}

export default function OwnBlockListPage() {
  const t = useText("block-list");
  return (
    <Page title={t("title")}>
      <Text c="dimmed" size="sm">
        {t("ownSentence")}
      </Text>
      <BlockList {...useLoaderData<typeof loader>()} />
    </Page>
  );
}
