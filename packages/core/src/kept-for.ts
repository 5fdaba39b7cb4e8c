import type { DurationMs } from "./instant.schema.ts";

/**
 * What was loaded within the last `keptMs`, by key; whoever asks while it is being loaded waits for that. Of more than `most` the
 * one goes that was asked for longest ago. What could not be loaded is forgotten at once.
 */
export class KeptFor<Value> {
  private readonly kept = new Map<string, { value: Promise<Value>; at: number }>();
  private readonly keptMs: DurationMs;
  private readonly most: number;

  constructor(keptMs: DurationMs, most: number) {
    this.keptMs = keptMs;
    this.most = most;
  }

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.kept.get(key);
    this.kept.delete(key);
    // By the clock of the world: a product whose own runs fast asks no more often.
    const at = Date.now();
    const age = at - (known?.at ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back says nothing of how old it is.
    const isFresh = known !== undefined && age >= 0 && age < this.keptMs;
    const held = isFresh ? known : { value: this.loading(key, load), at };
    this.kept.set(key, held);
    if (this.kept.size > this.most) this.forget([...this.kept.keys()][0] ?? "");
    return held.value;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }

  private loading(key: string, load: () => Promise<Value>): Promise<Value> {
    const value = load();
    value.catch(() => {
      if (this.kept.get(key)?.value === value) this.kept.delete(key);
    });
    return value;
  }
}
