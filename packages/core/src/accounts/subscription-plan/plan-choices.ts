import * as v from "valibot";
import { now } from "../../clock.ts";
import { config } from "../../config.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { readSubscriptionPlan } from "../account/account-plan.ts";
import { chargeOf, firstInvoice, yearOfMonths } from "./plan-price.ts";
import {
  type BillingInterval,
  SOLD_PLANS,
  SUBSCRIPTION_PLANS,
  SubscriptionPlanChoice,
} from "./subscription-plan.schema.ts";

/** The plans on sale with what this account would pay, and whom to write to for one: taking money is not built in yet. */
export const listPlanChoices = operation({
  permission: "billing:write",
  input: Nothing,
  output: v.object({ choices: v.array(SubscriptionPlanChoice), contact: v.nullable(v.string()) }),
  async run({ accountId }) {
    const at = now();
    const { state } = await readSubscriptionPlan(accountId);
    const choices = SOLD_PLANS.map((planType) => {
      const { leads, emailsPerMonth, supportMinutes, yearlyPerMonthCents } =
        SUBSCRIPTION_PLANS[planType];
      const priceOf = (interval: BillingInterval) => ({
        charge_cents: chargeOf({ planType, interval }),
        first_invoice_cents: firstInvoice(state, { planType, interval }, at),
      });
      return {
        plan_type: planType,
        leads,
        emails_per_month: emailsPerMonth,
        support_minutes: supportMinutes,
        monthly: priceOf("monthly"),
        yearly: {
          ...priceOf("yearly"),
          per_month_cents: yearlyPerMonthCents ?? 0,
          by_months_cents: yearOfMonths(planType),
        },
      };
    });
    return { choices, contact: config.contactEmail() ?? null };
  },
});
