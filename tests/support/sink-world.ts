import { runAndSend } from "./campaign-run.ts";
import { stoppedClock } from "./clock.ts";
import { type SinkOptions, startSink } from "./sink.ts";
import { makeWorld, type WorldOptions } from "./world.ts";

/** A world with one lead, or more, whose mails go to a sink of its own, at an instant that stands still. */
export async function makeSinkWorld(
  at: string,
  options: Partial<WorldOptions> = {},
  sinkOptions: SinkOptions = {},
) {
  const sink = await startSink(sinkOptions);
  const clock = stoppedClock(at);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, ...options });
  return {
    sink,
    clock,
    world,
    async [Symbol.asyncDispose]() {
      clock[Symbol.dispose]();
      await sink[Symbol.asyncDispose]();
    },
  };
}

/** The same a few minutes later: the first mail of each lead has left. */
export async function makeSentWorld(at: string, options: Partial<WorldOptions> = {}) {
  const it = await makeSinkWorld(at, options);
  await runAndSend(it.world, it.clock, 4 * it.world.leadIds.length);
  return it;
}
