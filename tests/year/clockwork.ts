/** A clock that stands still until someone moves it on to what happens next. */
import { installClock } from "@thaw/core/clock";

type Happening = { at: number; order: number; happen: () => Promise<void> | void };

export class Clockwork {
  private readonly heap: Happening[] = [];
  private present: number;
  private planned = 0;

  constructor(startAt: number) {
    this.present = startAt;
    installClock({ now: () => this.present, rate: 1, spanRate: 1 });
  }

  now(): number {
    return this.present;
  }

  moveTo(at: number): void {
    this.present = Math.max(this.present, Math.round(at));
  }

  /** What is planned for the past happens next. */
  plan(at: number, happen: Happening["happen"]): void {
    const item = { at, order: this.planned++, happen };
    let place = this.heap.push(item) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(item, this.heap[above])) break;
      this.swap(place, above);
      place = above;
    }
  }

  nextAt(): number {
    return this.heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Moves on to the next happening, and lets it happen. */
  async step(): Promise<void> {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (!first || !last) return;
    if (last !== first) {
      this.heap[0] = last;
      this.sink();
    }
    this.moveTo(first.at);
    await first.happen();
  }

  private sink(): void {
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      const right = left + 1;
      let least = place;
      if (isBefore(this.heap[left], this.heap[least])) least = left;
      if (isBefore(this.heap[right], this.heap[least])) least = right;
      if (least === place) return;
      this.swap(place, least);
      place = least;
    }
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (!a || !b) return;
    this.heap[one] = b;
    this.heap[other] = a;
  }
}

function isBefore(one: Happening | undefined, other: Happening | undefined): boolean {
  if (!one) return false;
  if (!other) return true;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
