import { listActivity } from "@thaw/core/accounts/activity-log/activity-log";
import {
  startSendingAsOperator,
  stopSendingAsOperator,
} from "@thaw/core/accounts/sending-stop/sending-stop";
import {
  EVERY_ACCOUNT,
  findSendingStop,
  findStopOfAll,
  type SendingStop,
} from "@thaw/core/accounts/sending-stop/sending-stop-record";
import { systemActor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderError } from "@thaw/text/render";

const LATEST = 10;

/**
 * Throws or releases the operator's switch.
 *
 * @param account undefined: of all accounts
 * @returns the exit code: 1 where it stands so already, or a word is too long
 */
export async function changeSwitch(
  command: "stop" | "start",
  account: number | undefined,
  said: { who: string; reason: string },
): Promise<number> {
  const operator = systemActor(account ?? EVERY_ACCOUNT);
  const change = command === "stop" ? stopSendingAsOperator : startSendingAsOperator;
  try {
    await change(operator, said);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, fields = "" } = renderError(DEFAULT_LOCALE, error);
    console.error(message, fields);
    return 1;
  }
}

/** How the switches stand, and the operator's latest changes of them. */
export async function describeSwitches(account: number | undefined): Promise<string[]> {
  const stopOfAll = await findStopOfAll();
  const own = account === undefined ? undefined : await findSendingStop(account);
  const { items } = await listActivity(systemActor(EVERY_ACCOUNT), {
    limit: LATEST,
    kind: "setting",
  });
  return [
    `all accounts: ${stateOf(stopOfAll)}`,
    ...(account === undefined ? [] : [`account ${account}: ${stateOf(own)}`]),
    ...items.map(({ at, action, target, detail }) => `  ${at}  ${action}  ${target}  ${detail}`),
  ];
}

const stateOf = (stop: SendingStop | undefined): string =>
  stop
    ? `STOPPED since ${stop.at} by ${stop.by === "operator" ? (stop.who ?? "the operator") : `user ${stop.userId}`}: ${stop.reason}`
    : "sending";
