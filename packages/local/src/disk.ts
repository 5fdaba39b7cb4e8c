import { channel, subscribe, tracingChannel } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { TABLE_FAULTS, type TableFault } from "@thaw/data/table-faults";
import { isDiskFault } from "./folder-faults.ts";

const PROBE_MS = 5_000;
/** Not more often than this, when room comes and goes. */
const TELL_MS = 10 * 60_000;

export type DiskOptions = {
  /** The data folder, as people are told. */
  folder: string;
  /** Writes something to every store, or throws. */
  probe: () => void;
  notify?: (text: string) => void;
  /** Between two probes. */
  everyMs?: number;
};

/**
 * Whether the disk takes what the product writes. It learns of a disk that does not from the embedded table's answers and from
 * the queue and object store in this process, tells it once with what to do, and tries by itself until there is room.
 */
export class Disk {
  private readonly options: Required<DiskOptions>;
  private readonly stopping = new AbortController();
  private toldAt = Number.NEGATIVE_INFINITY;
  private waiting: Promise<void> | undefined;

  constructor({
    notify = (text) => console.error(text),
    everyMs = PROBE_MS,
    ...given
  }: DiskOptions) {
    this.options = { ...given, notify, everyMs };
  }

  /** Listens to the stores of this process until `stop`. */
  watch(): () => void {
    const ofTable = (fault: unknown) => this.note(new Error((fault as TableFault).message));
    const ofStores = { error: ({ error }: { error: unknown }) => this.note(error) };
    const stores = tracingChannel<unknown, { error: unknown }>("fastify.request.handler");
    subscribe(TABLE_FAULTS, ofTable);
    stores.subscribe(ofStores as never);
    return () => {
      this.stopping.abort();
      channel(TABLE_FAULTS).unsubscribe(ofTable);
      stores.unsubscribe(ofStores as never);
    };
  }

  isFull(): boolean {
    return this.waiting !== undefined;
  }

  /** Resolves when there is room, or `signal` aborts. */
  async room(signal: AbortSignal): Promise<void> {
    if (!this.waiting || signal.aborted) return;
    const aborted = new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    await Promise.race([this.waiting, aborted]);
  }

  /** Prints a failure, unless it comes of a disk that is known to be full. */
  report(what: string, error: unknown): void {
    this.note(error);
    if (!this.isFull()) console.error(what, error);
  }

  /** Remembers that the disk is full if that is what this failure says. */
  note(error: unknown): void {
    if (this.waiting || !isDiskFault(error)) return;
    const isNews = performance.now() - this.toldAt > TELL_MS;
    if (isNews) {
      this.toldAt = performance.now();
      this.options.notify(
        `Thaw cannot write to ${this.options.folder} (${said(error)}). Make room on this disk, or raise the quota or limit that holds. ` +
          "Until then changes are refused with 503 and no job is begun. Nothing that was stored is lost, and Thaw goes on by itself.",
      );
    }
    this.waiting = this.untilRoom(isNews).finally(() => {
      this.waiting = undefined;
    });
  }

  private async untilRoom(isNews: boolean): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(this.options.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      try {
        this.options.probe();
      } catch {
        continue;
      }
      if (isNews)
        this.options.notify(`There is room again in ${this.options.folder}: Thaw goes on.`);
      return;
    }
  }
}

const said = (error: unknown) => (error instanceof Error ? error.message : String(error));
