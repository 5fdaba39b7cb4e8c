import { Anchor, List, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { isLinkedIn } from "@thaw/core/campaigns/sequence/step-type.schema";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";
import type { LeadSample } from "./load-review.server.ts";
import { Notice } from "./notice.tsx";
import { RenderedMail } from "./rendered-mail.tsx";
import { type Built, stepAddress } from "./steps.ts";

type Props = { samples: readonly LeadSample[]; unshown: number; built: Built };

/** What the first leads will get: every variant, as each lead gets one of them. */
export function ReviewSamples({ samples, unshown, built }: Props) {
  const t = useText("campaign-wizard");
  const types = useText("step-types");
  const [chosen, setChosen] = useState(0);
  const sample = samples[chosen] ?? samples[0];
  if (!sample?.mails.length) return null;
  const incomplete = samples.filter(({ missing }) => missing.length > 0);
  return (
    <Stack gap="sm" component="section" aria-label={t("samples")}>
      <Title order={2}>{t("samples")}</Title>
      {incomplete.length > 0 ? (
        <Notice tone="warning" title={t("incomplete", { count: incomplete.length })}>
          <List size="sm" spacing={4} my={8}>
            {incomplete.map(({ email, missing }) => (
              <List.Item key={email}>{t("lacks", { email, names: missing.join(", ") })}</List.Item>
            ))}
          </List>
          <Anchor component={Link} to={stepAddress(built, "sequence")}>
            {t("giveFallback")}
          </Anchor>
        </Notice>
      ) : null}
      {samples.length > 1 ? (
        <NativeSelect
          size="xs"
          maw={360}
          aria-label={t("previewFor")}
          value={String(samples.indexOf(sample))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={samples.map(({ email }, at) => ({ value: String(at), label: email }))}
        />
      ) : null}
      <div className="wizard-samples">
        {sample.mails.map(({ step, type, letter, mail }) => (
          <Stack key={`${step} ${letter}`} gap={4}>
            <Text fw={500}>
              {type === "EMAIL"
                ? t("email", { number: step })
                : t("stepNamed", { number: step, type: types(type) })}
              {letter ? ` · ${t("variant")} ${letter}` : null}
            </Text>
            <RenderedMail
              mail={mail}
              emptySubject={isLinkedIn(type) ? undefined : t(step === 1 ? "noSubject" : "inThread")}
            />
          </Stack>
        ))}
      </div>
      {unshown > 0 ? <Text c="dimmed">{t("samplesCut", { count: unshown })}</Text> : null}
    </Stack>
  );
}
