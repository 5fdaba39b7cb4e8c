import { DAY_MS } from "@thaw/core/duration";
import type { EpochMs } from "@thaw/core/instant.schema";
import { closesAt, nextOpening, type SendWindow } from "@thaw/core/kernel/schedule/window";
import { seededFraction } from "@thaw/core/random";

const DAYS = 30;
const NEW_LEADS_A_DAY = 13;
/** The share of a full day's new leads by weekday. Follow-ups due at the weekend leave on Mondays, few on Tuesdays. */
const WEEKDAYS = [0, 0.55, 1.5, 1.1, 1.05, 0.75, 0];
/** Whoever begins to send from a mailbox begins with little. */
const FIRST_SHARE = 0.4;
const GROWS_FOR_DAYS = 12;

/** The instants at which first mails left in the month before `now`, in order: more each day at first, fewest on Fridays. */
export function pastDepartures(window: SendWindow, now: EpochMs): EpochMs[] {
  const departures: EpochMs[] = [];
  const begin = now - DAYS * DAY_MS;
  let opens = nextOpening(window, begin);
  for (;;) {
    const closes = closesAt(window, opens);
    if (closes === undefined || closes >= now) return departures;
    const count = leadsOn(opens, (opens - begin) / DAY_MS);
    for (let each = 0; each < count; each++) {
      const share = (each + seededFraction("leaves", opens, each)) / count;
      departures.push(opens + Math.floor(share * (closes - opens)));
    }
    opens = nextOpening(window, closes + 1);
  }
}

function leadsOn(day: EpochMs, daysSinceBegin: number): number {
  const grown = FIRST_SHARE + (1 - FIRST_SHARE) * Math.min(1, daysSinceBegin / GROWS_FOR_DAYS);
  const weekday = WEEKDAYS[new Date(day).getDay()] ?? 0;
  return Math.round(NEW_LEADS_A_DAY * grown * weekday * (0.85 + 0.3 * seededFraction("day", day)));
}
