import { Alert, Anchor, Button, Checkbox, Stack, Table, Text } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import type {
  DeletionCounts,
  DeletionDone,
  DeletionKind,
} from "@thaw/core/leads/lead-deletion/csv-deletion.schema";
import { useState } from "react";
import { Count } from "../../components/count.tsx";
import { Page } from "../../components/page.tsx";
import { useText } from "../../messages/text.tsx";

type Props = {
  kind: DeletionKind;
  counts: DeletionCounts;
  /** What was removed just now. */
  done: DeletionDone | undefined;
  /** What kept it from being removed. */
  problem: string | undefined;
  /** Where the list is. */
  back: string;
};

/** The page behind the mailed link: what would go, the button that removes it, and what went. */
export function ConfirmDeletion({ kind, counts, done, problem, back }: Props) {
  const t = useText("csv-deletion");
  return (
    <Page title={t(`title.${kind}`)} sentence={t(`sentence.${kind}`)}>
      <Stack maw={560}>
        {problem ? <Alert color="red">{problem}</Alert> : null}
        {done ? (
          <Text component="output" fw={500}>
            {t(`done.${kind}`, done)}
          </Text>
        ) : null}
        {done ? null : <Counts kind={kind} counts={counts} />}
        <Anchor component={Link} to={back}>
          {t(`back.${kind}`)}
        </Anchor>
      </Stack>
    </Page>
  );
}

function Counts({ kind, counts }: { kind: DeletionKind; counts: DeletionCounts }) {
  const t = useText("csv-deletion");
  const { state } = useNavigation();
  const [withOptOuts, setWithOptOuts] = useState(false);
  const { matched, unmatched, invalid, opted_out: optedOut } = counts;
  const count = withOptOuts ? matched : matched - optedOut;
  const rows: readonly (readonly [string, number])[] = [
    [t("matched"), matched],
    [t("unmatched"), unmatched],
    [t("invalid"), invalid],
    ...(kind === "block_list" ? [[t("optedOut"), optedOut] as const] : []),
  ];
  return (
    <Form method="post">
      <Stack>
        <Table>
          <Table.Tbody>
            {rows.map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th>{label}</Table.Th>
                <Table.Td ta="right">
                  <Count value={value} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {optedOut > 0 ? (
          <Checkbox
            name="opted_out"
            value="true"
            label={t("alsoOptedOut", { count: optedOut })}
            checked={withOptOuts}
            onChange={(event) => setWithOptOuts(event.currentTarget.checked)}
          />
        ) : null}
        <Button
          type="submit"
          name="intent"
          value="confirm"
          color="red"
          loading={state !== "idle"}
          disabled={count === 0}
        >
          {t(`confirm.${kind}`, { count })}
        </Button>
      </Stack>
    </Form>
  );
}
