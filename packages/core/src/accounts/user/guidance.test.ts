import { expect, test } from "vitest";
import { testUser } from "../../../../../tests/support/user.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { dismissHint, getGuidance, resetHints } from "./guidance.ts";

test("a dismissed hint stays hidden, like others, until all are shown again", async () => {
  const user = await testUser("owner", "owner-Pass-1");
  const { token } = await issueSession(user, { ip: "", userAgent: "" });
  const actor = await authenticateToken(token);
  expect(await getGuidance(actor, {})).toEqual({ show_guidance: true, user_ui_status: {} });
  await dismissHint(actor, { hint: "leads" });
  await dismissHint(actor, { hint: "campaigns" });
  const { user_ui_status: away } = await getGuidance(actor, {});
  expect(Object.keys(away).toSorted()).toEqual(["campaigns", "leads"]);
  await expect(dismissHint(actor, { hint: "<b>" })).rejects.toMatchObject({ status: 400 });
  await resetHints(actor, {});
  expect(await getGuidance(actor, {})).toEqual({ show_guidance: true, user_ui_status: {} });
});
