import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as v from "valibot";

/** How far back it can go: as many batches. */
const MOST_PLACES = 64;

/** The last sequence number that needs no more work, by shard. */
const Positions = v.record(v.string(), v.string());
const Place = v.object({
  positions: Positions,
  /** The table's last change when this was noted: what came of the work is among the changes up to it. */
  tableAt: v.optional(v.number()),
});
const Saved = v.union([
  v.object({ streamArn: v.string(), places: v.array(Place) }),
  // Of the first release: one place, without what the table was at.
  v.pipe(
    v.object({ streamArn: v.string(), positions: Positions }),
    v.transform(({ streamArn, positions }) => ({ streamArn, places: [{ positions }] as Place[] })),
  ),
]);
type Place = v.InferOutput<typeof Place>;

export type PlaceOptions = {
  file: string;
  streamArn: string;
  /** The sequence number of the table's last change, where that is known. */
  lastSequence?: (() => number) | undefined;
};

/**
 * How far a reader of the table's stream has come, kept in a file so that a restart goes on from there.
 *
 * A table may lose its last writes at a power cut and be older than this file. Then what came of the last changes is lost with
 * them, though they were worked on, and the numbers of others are given anew. So the file remembers its last places with what the
 * table was at: the newest whose work the table still knows is where to go on.
 */
export class StreamPlaces {
  private readonly options: PlaceOptions;
  private readonly places: Place[];
  private positions: v.InferOutput<typeof Positions>;

  constructor(options: PlaceOptions) {
    this.options = options;
    this.places = this.known();
    this.positions = { ...this.places.at(-1)?.positions };
  }

  /** The number behind which to read; undefined for the shard's beginning. */
  of(shard: string): string | undefined {
    return this.positions[shard];
  }

  save(shard: string, sequence: string): void {
    const { file, streamArn, lastSequence } = this.options;
    this.positions = { ...this.positions, [shard]: sequence };
    this.places.push({ positions: this.positions, tableAt: lastSequence?.() });
    this.places.splice(0, this.places.length - MOST_PLACES);
    // Through to the disk: a reader without a place would count again what is long counted.
    writeFileSync(`${file}.new`, JSON.stringify({ streamArn, places: this.places }), {
      flush: true,
    });
    renameSync(`${file}.new`, file);
  }

  private known(): Place[] {
    const { file, streamArn, lastSequence } = this.options;
    const saved = savedIn(file);
    // A table made anew has another stream, whose numbers begin again.
    if (saved?.streamArn !== streamArn) return [];
    const last = lastSequence?.() ?? Number.POSITIVE_INFINITY;
    const { places } = saved;
    const kept = places.filter(({ tableAt = 0, positions }) =>
      [tableAt, ...Object.values(positions).map(Number)].every((at) => at <= last),
    );
    if (kept.length < places.length) {
      console.error(
        `The table has lost its last writes: it ends at change ${last}. Its stream is read again from where it knows the outcome.`,
      );
    }
    return kept.length > 0
      ? kept
      : places.slice(0, 1).map((oldest) => placeNoLaterThan(oldest, last));
  }
}

/** The place, or the table's end where that is before it. */
const placeNoLaterThan = ({ positions }: Place, last: number): Place => ({
  positions: Object.fromEntries(
    Object.entries(positions).map(([shard, at]) => [shard, String(Math.min(Number(at), last))]),
  ),
});

/** Undefined where there is none yet, or a power cut has left a file without its content. */
function savedIn(file: string): v.InferOutput<typeof Saved> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(Saved, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
