import { originOf } from "../../actor.ts";
import { operation } from "../../operation.ts";
import { Login, LoginResult } from "../account/account.schema.ts";
import { enter } from "../login/login.ts";
import { findClientByEmail } from "../user/user-record.ts";
import { findHostAccount } from "../white-label/host.ts";

/**
 * Signs in a client of an agency at that agency's own host. The host decides in which account the address is looked up, so
 * that clients of other agencies are unknown here.
 */
export const clientLogin = operation({
  permission: "public",
  input: Login,
  output: LoginResult,
  async run(actor, { email, password, otp }) {
    const { ip, host = "" } = originOf(actor);
    const accountId = (await findHostAccount(host)) ?? 0;
    const address = `${accountId}/${email.toLowerCase()}`;
    const find = () => findClientByEmail(accountId, email);
    return enter(actor, { password, otp }, { counted: { address, ip }, find });
  },
});
