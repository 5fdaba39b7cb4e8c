import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  getApprovalSetting,
  setApprovalSetting,
} from "@thaw/core/accounts/account/approval-setting";
import {
  changePassword,
  endSession,
  listSessions,
  revokeOtherSessions,
  setTwoStepLogin,
} from "@thaw/core/accounts/login/security";
import { listOidcIdentities, unlinkOidcIdentity } from "@thaw/core/accounts/oidc/identity";
import { listOidcIssuers } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { deletePasskey, listPasskeys, renamePasskey } from "@thaw/core/accounts/passkey/passkey";
import { findPasskeySite, isPasskeyHost } from "@thaw/core/accounts/passkey/passkey-site";
import { getCurrentUser } from "@thaw/core/accounts/user/user";
import type { Actor } from "@thaw/core/actor";
import * as v from "valibot";
import { ApprovalPanel } from "../../features/security/approval-panel.tsx";
import { IdentitiesPanel } from "../../features/security/identities-panel.tsx";
import { PasskeysPanel } from "../../features/security/passkeys-panel.tsx";
import { PasswordPanel } from "../../features/security/password-panel.tsx";
import { SessionsPanel } from "../../features/security/sessions-panel.tsx";
import { TwoStepPanel } from "../../features/security/two-step-panel.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { submit } from "../../submit.server.ts";

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

const Nothing = v.object({});
const turnApproval = (is_needed: boolean) =>
  Object.assign((actor: Actor) => setApprovalSetting(actor, { is_needed }), {
    permission: setApprovalSetting.permission,
    input: Nothing,
    output: setApprovalSetting.output,
  });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [{ has_two_step_login }, { items }, passkeys, linked, approval] = await Promise.all([
    getCurrentUser(actor, {}),
    listSessions(actor, { limit: 200 }),
    readPasskeys(actor),
    readLinked(actor),
    actor.permissions.has("account:write") ? getApprovalSetting(actor, {}) : null,
  ]);
  const newestFirst = items.toSorted((a, b) => b.last_seen_at.localeCompare(a.last_seen_at));
  return { hasTwoStepLogin: has_two_step_login, sessions: newestFirst, passkeys, linked, approval };
}

/** Null where no other service logs anyone in. */
async function readLinked(actor: Actor) {
  const [issuers, identities] = await Promise.all([
    listOidcIssuers(actor, {}),
    listOidcIdentities(actor, {}),
  ]);
  if (issuers.items.length === 0 && identities.total === 0) return null;
  return { issuers: issuers.items, identities: identities.items };
}

/** Null where no passkey can ever work. */
async function readPasskeys(actor: Actor) {
  const site = findPasskeySite();
  if (!site) return null;
  const { items } = await listPasskeys(actor, {});
  return { items, elsewhere: isPasskeyHost(actor.origin?.host) ? null : site.origin };
}

export { clientAction } from "../../offline-action.ts";

export function action({ request }: ActionFunctionArgs) {
  return submit(request, {
    "change-password": changePassword,
    "turn-on": turn(true),
    "turn-off": turn(false),
    "approval-on": turnApproval(true),
    "approval-off": turnApproval(false),
    "rename-passkey": renamePasskey,
    "remove-passkey": deletePasskey,
    "unlink-identity": unlinkOidcIdentity,
    "end-session": endSession,
    "end-others": revokeOtherSessions,
  });
}

export default function SecurityPage() {
  const { hasTwoStepLogin, sessions, passkeys, linked, approval } = useLoaderData<typeof loader>();
  const actionResult = useActionData<typeof action>();
  return (
    <>
      <PasswordPanel actionResult={actionResult} />
      <TwoStepPanel isOn={hasTwoStepLogin} actionResult={actionResult} />
      {passkeys ? <PasskeysPanel passkeys={passkeys.items} elsewhere={passkeys.elsewhere} /> : null}
      {linked ? <IdentitiesPanel {...linked} actionResult={actionResult} /> : null}
      {approval ? (
        <ApprovalPanel isNeeded={approval.is_needed} actionResult={actionResult} />
      ) : null}
      <SessionsPanel sessions={sessions} actionResult={actionResult} />
    </>
  );
}
