import { Button, Group, TextInput } from "@mantine/core";
import { Form, Link, useSubmit } from "@remix-run/react";
import { DAY_MS } from "@thaw/core/duration";
import type { FormEvent } from "react";
import { useText } from "../../messages/text.tsx";

const PRESETS = [7, 14, 31];

export type RangeProblem = { message: string; fields: Record<string, string[]> };

type Props = {
  range: { from: string; to: string };
  problem: RangeProblem | undefined;
  /** UTC date. */
  today: string;
};

const daysBefore = (day: string, count: number) =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

/** Which days to show; the address keeps them, so that a link shows the same to a colleague. */
export function RangeForm({ range, problem, today }: Props) {
  const t = useText("campaign-detail");
  const submit = useSubmit();
  const show = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    if (form.get("from") && form.get("to")) {
      submit(event.currentTarget, { replace: true, preventScrollReset: true });
    }
  };
  return (
    <Form method="get" onChange={show} key={`${range.from} ${range.to}`}>
      <Group gap="xs" align="flex-start">
        {(["from", "to"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            name={name}
            size="xs"
            w={150}
            aria-label={t(name)}
            title={t(name)}
            defaultValue={range[name]}
            max={today}
            error={problem?.fields[name] !== undefined}
          />
        ))}
        {PRESETS.map((count) => {
          const to = `?from=${daysBefore(today, count - 1)}&to=${today}`;
          const isShown = range.to === today && range.from === daysBefore(today, count - 1);
          return (
            <Button
              key={count}
              component={Link}
              to={to}
              replace
              preventScrollReset
              size="xs"
              variant={isShown ? "light" : "subtle"}
              {...(isShown ? { "aria-current": "true" } : {})}
            >
              {t("lastDays", { count })}
            </Button>
          );
        })}
      </Group>
    </Form>
  );
}
