import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  changePassword,
  endSession,
  listSessions,
  revokeOtherSessions,
  setTwoStepLogin,
} from "@thaw/core/account/security";
import { getCurrentUser } from "@thaw/core/account/user";
import type { Actor } from "@thaw/core/actor";
import * as v from "valibot";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";
import { PasswordPanel } from "./password-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { TwoStepPanel } from "./two-step-panel.tsx";

export const meta = titled("security", "title");

const TypedAgain = v.omit(setTwoStepLogin.input, ["is_enabled"]);
/** A button each, as a form cannot say "off". */
const turn = (is_enabled: boolean) =>
  Object.assign(
    (actor: Actor, { password }: v.InferOutput<typeof TypedAgain>) =>
      setTwoStepLogin(actor, { is_enabled, password }),
    {
      permission: setTwoStepLogin.permission,
      input: TypedAgain,
      output: setTwoStepLogin.output,
    },
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [{ has_two_step_login }, { items }] = await Promise.all([
    getCurrentUser(actor, {}),
    listSessions(actor, { limit: 200 }),
  ]);
  const newestFirst = items.toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at));
  return { hasTwoStepLogin: has_two_step_login, sessions: newestFirst };
}

export { clientAction } from "../../keep-typed.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    "change-password": changePassword,
    "turn-on": turn(true),
    "turn-off": turn(false),
    "end-session": endSession,
    "end-others": revokeOtherSessions,
  });
}

export default function SecurityPage() {
  const { hasTwoStepLogin, sessions } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <>
      <PasswordPanel outcome={outcome} />
      <TwoStepPanel isOn={hasTwoStepLogin} outcome={outcome} />
      <SessionsPanel sessions={sessions} outcome={outcome} />
    </>
  );
}
