/** The product's books against what was seen outside: its event log, its counters, and who was never written to. */
import { printFigure, show } from "../faults/support/verdict.ts";
import type { Mail, World } from "./checker.ts";
import { compareCounters, readLog } from "./events.ts";
import type { Campaign, Office } from "./set-up.ts";

const LEFT = ["sent", "resent", "unknown"];
/** How often a mail may come back for now before its lead is given up. */
const RETURNS = 4;

/** `isWhole`: there was time for every mail. */
export async function checkBooks(
  world: World,
  office: Office,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  const { accountId } = office.actor;
  for (const campaign of office.campaigns) {
    const key = { accountId, campaignId: campaign.campaignId };
    const log = await readLog(key);
    const { name } = campaign.terms;
    const { figures, differing } = await compareCounters(key, log);
    show(
      `${name}: counters that are not the events`,
      `${differing.length} of ${figures}`,
      differing.length === 0,
    );
    for (const line of differing.slice(0, 5)) printFigure("", line);
    compareMails(world, campaign, log);
    const forgotten = forgottenIn(world, campaign);
    const text = `${forgotten.length} of ${campaign.leadIds.size}`;
    show(`${name}: leads without all their mails`, text, forgotten.length === 0 || !isWhole);
    for (const email of isWhole ? forgotten.slice(0, 5) : []) printFigure("", email);
  }
}

type Logged = Awaited<ReturnType<typeof readLog>>[number];

/**
 * Every mail that arrived is in the log with its instant, and all that the log says to have left has arrived; where it says that
 * nobody knows, a later proof has another instant than the mail.
 */
function compareMails(world: World, { terms, leadIds }: Campaign, log: readonly Logged[]): void {
  const emailOf = new Map([...leadIds].map(([email, id]) => [id, email]));
  const keyOf = (at: string, to: string, step: number) => `${at} ${to} ${step}`;
  const left = log.filter(({ kind }) => LEFT.includes(kind));
  const logged = new Set<string>();
  const unknown = new Set<string>();
  for (const { kind, at, leadId = 0, step = 0 } of left) {
    const to = emailOf.get(leadId) ?? "";
    if (kind !== "unknown") logged.add(keyOf(at, to, step));
    else {
      unknown.add(`${to} ${step}`);
      world.unknown.push({ campaign: terms.name, to, step });
    }
  }
  const arrived = world.mails.filter(({ campaign }) => campaign === terms.name);
  const keys = new Set(arrived.map((mail) => keyOf(iso(mail), mail.to, mail.step)));
  const unlogged = arrived.filter(
    (mail) =>
      !logged.has(keyOf(iso(mail), mail.to, mail.step)) && !unknown.has(`${mail.to} ${mail.step}`),
  );
  const proved = new Set(
    arrived.flatMap(({ to, step }) => (unknown.has(`${to} ${step}`) ? [`${to} ${step}`] : [])),
  );
  const never = [...logged].filter(
    (key) => !keys.has(key) && !proved.has(key.replace(/^\S+ /, "")),
  );
  printFigure(`${terms.name}: mails that arrived`, arrived.length);
  printFigure(`${terms.name}: whose outcome was unknown`, unknown.size);
  show(`${terms.name}: arrived and not in the log`, unlogged.length, unlogged.length === 0);
  const logOf = (to: string, step: number) =>
    left
      .filter((event) => emailOf.get(event.leadId ?? 0) === to && event.step === step)
      .map(({ kind, at }) => `${kind} ${at}`)
      .join(", ");
  for (const mail of unlogged.slice(0, 5)) {
    printFigure("", keyOf(iso(mail), mail.to, mail.step));
    printFigure("", `  the log: ${logOf(mail.to, mail.step)}`);
  }
  show(`${terms.name}: in the log and never arrived`, never.length, never.length === 0);
  for (const key of never.slice(0, 5)) {
    const [, to = "", step = ""] = key.split(" ");
    const own = arrived.filter((mail) => mail.to === to && mail.step === Number(step));
    printFigure("", `${key}, arrived: ${own.map(iso).join(", ")}`);
    printFigure("", `  the log: ${logOf(to, Number(step))}`);
  }
}

const iso = ({ at }: Mail) => new Date(at).toISOString();

/** Who has not got every step, and for no reason. */
function forgottenIn(world: World, { terms, leadIds }: Campaign): string[] {
  const got = new Set(
    [...world.mails, ...world.unknown]
      .filter(({ campaign }) => campaign === terms.name)
      .map(({ to, step }) => `${to} ${step}`),
  );
  const returns = new Map<string, number>();
  const byId = new Map(world.mails.map((mail) => [mail.messageId, mail]));
  for (const { messageId } of world.returned) {
    const to = byId.get(messageId)?.to ?? "";
    returns.set(to, (returns.get(to) ?? 0) + 1);
  }
  const ended = new Set(world.ends.map(({ who }) => who));
  return [...leadIds.keys()].filter((email) => {
    const isEnded = ended.has(email) || ended.has(email.split("@")[1] ?? "");
    if (isEnded || (returns.get(email) ?? 0) >= RETURNS) return false;
    return terms.delays.some((_, index) => !got.has(`${email} ${index + 1}`));
  });
}
