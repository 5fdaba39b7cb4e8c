import { Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import type { LeadsByVersion } from "@thaw/core/campaigns/sequence/sequence-move";
import { useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.$id.versions/route.tsx";
import { ChangeList } from "./change-list.tsx";

type Props = { leads: LeadsByVersion; canWrite: boolean };

/** Who finishes an older version, what would change for them, and what moves them. */
export function LeadsPanel({ leads: { live, is_cut, versions }, canWrite }: Props) {
  const t = useText("sequence-versions");
  if (versions.length === 0) return null;
  const steps = versions.flatMap(({ by_next_step }) => by_next_step.map(({ step }) => step));
  return (
    <Stack gap="md" p="md" className="panel" component="section" aria-label={t("underWay")}>
      <div>
        <Title order={3}>{t("underWay")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t("underWaySentence")}
        </Text>
      </div>
      {versions.map((each) => (
        <Stack key={each.version} gap="xs">
          <Text fw={600}>
            {t("finishing", { count: each.leads, version: each.version, more: String(is_cut) })}
          </Text>
          <Text size="sm" c="dimmed">
            {each.by_next_step
              .map(({ step, leads }) => t("beforeThem", { count: leads, step }))
              .join(" · ")}
          </Text>
          <ChangeList changes={each.changes} />
        </Stack>
      ))}
      {canWrite ? <Move live={live} lastStep={Math.max(...steps)} /> : null}
    </Stack>
  );
}

function Move({ live, lastStep }: { live: number; lastStep: number }) {
  const t = useText("sequence-versions");
  const fetcher = useFetcher<typeof action>();
  const [step, setStep] = useState("");
  useActionResult(fetcher.data, "move", () => toast.done(t("moving", { version: live })), {
    failedTitle: t("notMoved"),
  });
  const choices = Array.from({ length: Math.max(0, lastStep - 1) }, (_, index) => index + 2);
  const send = () =>
    fetcher.submit({ intent: "move", ...(step ? { before_step: step } : {}) }, { method: "post" });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={t("whom")}
        w={280}
        allowDeselect={false}
        value={step}
        onChange={(value) => setStep(value ?? "")}
        data={[
          { value: "", label: t("everyone") },
          ...choices.map((each) => ({ value: String(each), label: t("before", { step: each }) })),
        ]}
      />
      <Button variant="default" onClick={send} loading={fetcher.state !== "idle"}>
        {t("move", { version: live })}
      </Button>
    </Group>
  );
}
