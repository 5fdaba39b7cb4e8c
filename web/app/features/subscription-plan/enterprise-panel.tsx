import { Stack, Table, Text, Title } from "@mantine/core";
import type { CurrentSubscriptionPlan } from "@thaw/core/accounts/subscription-plan/subscription-plan.schema";
import { useText } from "../../messages/text.tsx";
import { ContactLine } from "./contact-line.tsx";
import { useMoney } from "./use-money.ts";

/** What an operator has agreed on with an ENTERPRISE account. */
export function EnterprisePanel({
  plan,
  contact,
}: {
  plan: CurrentSubscriptionPlan;
  contact: string | null;
}) {
  const t = useText("plan");
  const money = useMoney();
  const { monthly_cents, yearly_per_month_cents } = plan.enterprise_plan_details;
  const prices = [
    ["priceMonthly", monthly_cents],
    ["priceYearly", yearly_per_month_cents],
  ] as const;
  const agreed = prices.filter(([, cents]) => typeof cents === "number");
  return (
    <Stack p="lg" gap="md" className="panel" component="section">
      <Title order={2}>{t("enterpriseTitle")}</Title>
      <Text size="sm" c="dimmed">
        {t("enterpriseText")}
      </Text>
      {agreed.length > 0 ? (
        <Table maw={480}>
          <Table.Tbody>
            {agreed.map(([label, cents]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {t(label)}
                </Table.Th>
                <Table.Td>{money(cents ?? 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      <ContactLine contact={contact} />
    </Stack>
  );
}
