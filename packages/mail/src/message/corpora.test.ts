import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CORPORA,
  missingCorpora,
  scorePeople,
  scoreReports,
  shareOf,
} from "../../../../tests/support/reading-scores.ts";
import { stripReply } from "./strip-reply.ts";

const missing = missingCorpora();
const isMissing = missing !== undefined;
const note = isMissing ? ` (skipped: ${missing})` : "";

test.skipIf(isMissing)(
  `reports that nobody here wrote get the right kind and recipient, and are hard only where the address is at fault${note}`,
  async () => {
    const { kind, recipient, hardness } = await scoreReports();
    expect(shareOf(kind), kind.misses.join()).toBeGreaterThanOrEqual(0.99);
    expect(shareOf(recipient), recipient.misses.join()).toBeGreaterThanOrEqual(0.98);
    expect(shareOf(hardness), hardness.misses.join()).toBeGreaterThanOrEqual(0.95);
  },
);

test.skipIf(isMissing)(
  `no words of a person are all stripped or taken for a program's${note}`,
  async () => {
    const { kept, human } = await scorePeople();
    expect(kept.misses).toEqual([]);
    expect(human.misses).toEqual([]);
  },
);

test.skipIf(isMissing)(
  `real replies keep their own words and lose quotations and signatures${note}`,
  () => {
    const names = readdirSync(join(CORPORA, "replies")).filter((name) => name.endsWith(".txt"));
    for (const name of names) {
      const text = readFileSync(join(CORPORA, "replies", name), "utf8");
      const own = stripReply({ text });
      expect(own, name).not.toBe("");
      expect(own, name).not.toMatch(/^>/m);
      expect(own, name).not.toMatch(
        /^(?:From:|\*From:|Sent from my (?:\w+ ){0,3}(?:iPhone|BlackBerry)$|-- $)/m,
      );
      expect(own, name).not.toMatch(/^On .+ wrote:\s*$/m);
      // All but one begin with words of their own.
      const first = text.split(/\r?\n/)[0]?.trim() ?? "";
      if (!first.endsWith("wrote:")) expect(own.startsWith(first), name).toBe(true);
    }
  },
);
