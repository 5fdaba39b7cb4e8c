// `npm run plan -- --account N [--type PRO] [--yearly] [--until DATE [--once]] [--details JSON] [--add-ons JSON]`: what plan
// an account has, or gives it one: money is not taken by the product yet. TABLE_MAIN names the stage's table. Who may: anyone who has the credentials
// of the stage's AWS account.

import { parseArgs } from "node:util";
import { getCurrentPlan } from "@thaw/core/accounts/subscription-plan/current-plan";
import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { systemActor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderError } from "@thaw/text/render";

const { values } = parseArgs({
  options: {
    account: { type: "string" },
    type: { type: "string" },
    yearly: { type: "boolean", default: false },
    until: { type: "string" },
    once: { type: "boolean", default: false },
    details: { type: "string" },
    "add-ons": { type: "string" },
  },
});
const accountId = Number(values.account);
if (!Number.isInteger(accountId) || accountId < 1 || !process.env.TABLE_MAIN) {
  console.error(
    "TABLE_MAIN=… npm run plan -- --account N [--type TRIAL|BASE|POPULAR|PRO|ENTERPRISE] [--yearly] [--until 2027-01-31 [--once]] [--details JSON] [--add-ons JSON]",
  );
  process.exit(2);
}

const operator = systemActor(accountId);
/** The operation parses it: a type that there is not is refused like any other input. */
const given = {
  plan_type: values.type as never,
  interval: values.yearly ? ("yearly" as const) : ("monthly" as const),
  is_sub: !values.once,
  end_date: values.until,
  enterprise_plan_details: values.details === undefined ? undefined : JSON.parse(values.details),
  add_ons: values["add-ons"] === undefined ? undefined : JSON.parse(values["add-ons"]),
};
try {
  const plan = await (values.type === undefined
    ? getCurrentPlan(operator, {})
    : setPlan(operator, given));
  console.log(JSON.stringify(plan, null, 2));
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  const { message, fields = "" } = renderError(DEFAULT_LOCALE, error);
  console.error(message, fields);
  process.exitCode = 1;
}
