import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link, useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useLiveFigures } from "../../components/use-live-figures.ts";
import { useText } from "../../messages/text.tsx";
import { campaignPath } from "../campaign/campaign-path.ts";
import { AddLead } from "./add-lead.tsx";
import { useBuilder } from "./builder.tsx";
import { ImportPanel } from "./import-panel.tsx";
import type { LeadsData } from "./load-step.server.ts";
import type { loadWizard } from "./load-wizard.server.ts";

/**
 * The number of leads is counted from events, which arrive a moment after the leads themselves, on a busy day a longer one.
 * The news of the campaign say when; these are for those who get none.
 */
const COUNTED_AFTER_MS = [3_000, 10_000, 30_000];

export function LeadsStep({ data }: { data: LeadsData }) {
  const { revalidate } = useRevalidator();
  const { campaign } = useLoaderData<typeof loadWizard>();
  useLiveFigures(campaign ? [campaign] : []);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = () => timers.current.forEach(clearTimeout);
  useEffect(() => stop, []);
  const refresh = () => {
    revalidate();
    stop();
    timers.current = COUNTED_AFTER_MS.map((wait) => setTimeout(revalidate, wait));
  };
  return (
    <Stack gap="md">
      <ImportPanel current={data.current} onMore={refresh} />
      <AddLead onAdded={refresh} />
      <LeadsSoFar data={data} />
    </Stack>
  );
}

function LeadsSoFar({ data: { first, total } }: { data: LeadsData }) {
  const t = useText("campaign-wizard");
  const { campaignId } = useBuilder();
  if (first.length === 0) return null;
  const others = total - first.length;
  return (
    <section className="panel" aria-label={t("leadsSoFar", { count: total })}>
      <Stack gap={8} p="md">
        <Title order={2}>{t("leadsSoFar", { count: total })}</Title>
        <ul className="wizard-plain">
          {first.map(({ id, email, name, company }) => (
            <li key={id}>
              <Text span>{email}</Text>{" "}
              <Text span c="dimmed">
                {[name, company].filter(Boolean).join(" · ")}
              </Text>
            </li>
          ))}
        </ul>
        {others > 0 && campaignId !== undefined ? (
          <Anchor
            component={Link}
            to={`${campaignPath({ id: campaignId })}/lead-list`}
            prefetch="intent"
          >
            {t("moreLeads", { count: others })}
          </Anchor>
        ) : null}
      </Stack>
    </section>
  );
}
