import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RelativeTime } from "../../components/time.tsx";

type Props = {
  tone: ComponentProps<typeof StatusBadge>["tone"];
  state: string;
  checkedAt: string | null | undefined;
  problem: string | undefined;
  /** The DNS record that is still to be set, or absent once the host works. */
  record: string | undefined;
  copy: Record<"checked" | "pointTo" | "check" | "remove", string>;
};

/** Where a host of one's own stands, what its DNS lacks, and the buttons that send `check` and `remove` to the screen's action. */
export function DomainStatus({ tone, state, checkedAt, problem, record, copy }: Props) {
  return (
    <Stack className="panel" p="lg" gap="sm" mt="xs" component="section">
      <Group gap="sm">
        <StatusBadge tone={tone}>{state}</StatusBadge>
        {checkedAt ? (
          <Text size="xs" c="dimmed">
            {copy.checked} <RelativeTime at={checkedAt} />
          </Text>
        ) : null}
      </Group>
      {problem ? (
        <Text size="sm" component="output">
          {problem}
        </Text>
      ) : null}
      {record === undefined ? null : (
        <div>
          <Text size="sm">{copy.pointTo}</Text>
          <Code block className="wrapped-code">
            {record}
          </Code>
        </div>
      )}
      <Form method="post">
        <Group gap="xs">
          <Button type="submit" name="intent" value="check" variant="default">
            {copy.check}
          </Button>
          <Button type="submit" name="intent" value="remove" variant="subtle" color="red">
            {copy.remove}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
