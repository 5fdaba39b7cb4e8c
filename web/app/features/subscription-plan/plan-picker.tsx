import {
  Badge,
  Button,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import {
  BILLING_INTERVALS,
  type BillingInterval,
  type CurrentSubscriptionPlan,
  type SubscriptionPlanChoice,
} from "@thaw/core/accounts/subscription-plan/subscription-plan.schema";
import { useState } from "react";
import { useLocale, useText } from "../../messages/text.tsx";
import { ContactLine } from "./contact-line.tsx";
import { useMoney } from "./use-money.ts";

type Props = {
  choices: readonly SubscriptionPlanChoice[];
  plan: CurrentSubscriptionPlan;
  contact: string | null;
};

/** The plans on sale, by the month or by the year, with what the first invoice would be. */
export function PlanPicker({ choices, plan, contact }: Props) {
  const t = useText("plan");
  const [interval, setInterval] = useState<BillingInterval>("monthly");
  return (
    <Stack gap="md">
      <Group>
        <SegmentedControl
          aria-label={t("interval")}
          value={interval}
          onChange={(value) => setInterval(value === "yearly" ? "yearly" : "monthly")}
          data={BILLING_INTERVALS.map((value) => ({ value, label: t(value) }))}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {choices.map((choice) => (
          <PlanCard
            key={choice.plan_type}
            choice={choice}
            interval={interval}
            isOwn={plan.plan_type === choice.plan_type && plan.interval === interval}
            contact={contact}
          />
        ))}
        <EnterpriseCard contact={contact} />
      </SimpleGrid>
      <ContactLine contact={contact} />
    </Stack>
  );
}

/** Nothing of it has a price of its own: anyone who wants it asks. */
function EnterpriseCard({ contact }: { contact: string | null }) {
  const t = useText("plan");
  const name = t("ENTERPRISE");
  return (
    <Stack className="panel" p="lg" gap="sm" component="section" aria-label={name}>
      <Title order={3}>{name}</Title>
      <Text size="sm">{t("enterpriseText")}</Text>
      {contact === null ? null : <AskButton contact={contact} name={name} subject={name} />}
    </Stack>
  );
}

function AskButton(asked: { contact: string; name: string; subject: string }) {
  const t = useText("plan");
  return (
    <Button
      component="a"
      href={`mailto:${asked.contact}?subject=${encodeURIComponent(asked.subject)}`}
      variant="default"
      mt="auto"
    >
      {t("ask", { plan: asked.name })}
    </Button>
  );
}

type CardProps = {
  choice: SubscriptionPlanChoice;
  interval: BillingInterval;
  isOwn: boolean;
  contact: string | null;
};

function PlanCard({ choice, interval, isOwn, contact }: CardProps) {
  const t = useText("plan");
  const locale = useLocale();
  const name = t(choice.plan_type);
  const number = (value: number) => value.toLocaleString(locale);
  const subject = t("askSubject", { plan: name, interval: t(interval) });
  return (
    <Stack className="panel" p="lg" gap="sm" component="section" aria-label={name}>
      <Group gap="xs">
        <Title order={3}>{name}</Title>
        {isOwn ? <Badge variant="light">{t("yours")}</Badge> : null}
      </Group>
      <Price choice={choice} interval={interval} isOwn={isOwn} />
      <Text size="sm">{t("holdsLeads", { count: number(choice.leads) })}</Text>
      <Text size="sm">{t("holdsMails", { count: number(choice.emails_per_month) })}</Text>
      <Text size="sm" c="dimmed">
        {t("support", { time: t("hours", { hours: choice.support_minutes / 60 }) })}
      </Text>
      {isOwn || contact === null ? null : (
        <AskButton contact={contact} name={name} subject={subject} />
      )}
    </Stack>
  );
}

function Price({ choice, interval, isOwn }: Omit<CardProps, "contact">) {
  const t = useText("plan");
  const money = useMoney();
  const { charge_cents, first_invoice_cents } = choice[interval];
  const perMonth = interval === "yearly" ? choice.yearly.per_month_cents : charge_cents;
  return (
    <div>
      <Text size="lg" fw={600}>
        {t("perMonth", { price: money(perMonth) })}
      </Text>
      {interval === "yearly" ? (
        <Text size="sm" c="dimmed">
          {t("chargedYearly", { price: money(charge_cents) })}{" "}
          <s>{t("insteadOf", { price: money(choice.yearly.by_months_cents) })}</s>
        </Text>
      ) : null}
      {isOwn || first_invoice_cents === charge_cents ? null : (
        <Text size="sm" fw={500}>
          {t("firstInvoice", { price: money(first_invoice_cents) })}
        </Text>
      )}
    </div>
  );
}
