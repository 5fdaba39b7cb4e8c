/**
 * `blocks`: the deployment or the start would fail, or what comes of it would be of no use. `warns`: it works, and will surprise
 * somebody. `not checked`: nobody knows, since something could not be asked.
 */
type State = "ok" | "blocks" | "warns" | "not checked";

export type Finding = {
  subject: string;
  state: State;
  /** What was found, as a sentence without its stop. */
  says: string;
  /** What to do about it; where the state is ok, nothing. */
  mend?: string;
};

/** The findings of one subject, by their states. */
export function findings(subject: string) {
  return {
    ok: (says: string): Finding => ({ subject, state: "ok", says }),
    blocks: (says: string, mend: string): Finding => ({ subject, state: "blocks", says, mend }),
    warns: (says: string, mend: string): Finding => ({ subject, state: "warns", says, mend }),
    notChecked: (says: string, mend: string): Finding => ({
      subject,
      state: "not checked",
      says,
      mend,
    }),
  };
}

const MARKS = { ok: "ok", blocks: "BLOCKS", warns: "warns", "not checked": "not checked" } as const;

/** Control characters of what others have written stay out of the terminal. */
const plain = (text: string) => text.replace(/[^\P{Cc}\n]/gu, "");

/** One line each, and another for its mend. */
export function printed(all: readonly Finding[]): string {
  const width = Math.max(...all.map(({ subject }) => subject.length));
  return all
    .map(({ subject, state, says, mend }) => {
      const head = `${MARKS[state].padEnd(11)}  ${subject.padEnd(width)}  `;
      const below = `\n${" ".repeat(head.length)}`;
      return `${head}${plain(says)}${mend ? `${below}→ ${plain(mend).replaceAll("\n", `${below}  `)}` : ""}`;
    })
    .join("\n");
}

/** How many there are of each state that somebody should look at. */
export function summary(all: readonly Finding[]): string {
  const count = (state: State) => all.filter((finding) => finding.state === state).length;
  return `${count("blocks")} to mend first, ${count("warns")} to know of, ${count("not checked")} not checked`;
}

export const isBlocked = (all: readonly Finding[]): boolean =>
  all.some(({ state }) => state === "blocks");
