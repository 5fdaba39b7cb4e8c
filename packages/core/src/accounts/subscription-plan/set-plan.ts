import { now } from "../../clock.ts";
import { operation } from "../../operation.ts";
import { writePlan } from "../account/account-plan.ts";
import { describePlan } from "./current-plan.ts";
import { CurrentSubscriptionPlan, SetPlan } from "./subscription-plan.schema.ts";

/** Gives the account a plan. Campaigns that were paused because the last one ended stay paused until a user starts them. */
export const setPlan = operation({
  permission: "system",
  input: SetPlan,
  output: CurrentSubscriptionPlan,
  async run(actor, plan) {
    await writePlan(
      actor,
      {
        planType: plan.plan_type,
        isSubscribed: plan.is_sub,
        interval: plan.interval,
        endsAt: plan.end_date,
        details: plan.enterprise_plan_details,
        addOns: plan.add_ons,
      },
      now(),
    );
    return describePlan(actor);
  },
});
