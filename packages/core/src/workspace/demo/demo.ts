import * as v from "valibot";
import { Nothing } from "../../accounts/account/account.schema.ts";
import { type Actor, type Origin, originOf } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { type DemoSpeed, SetDemoSpeed } from "./demo.schema.ts";

/** What the runtime of one machine offers when it runs the demo world. Nothing else ever installs one. */
export type DemoWorld = {
  setSpeed: (speed: DemoSpeed) => void;
  /** Signs in to the demo's own account as everyone does, by its address and password. */
  enter: (origin: Origin) => Promise<{ token: string }>;
  /** Gives an account mailboxes, made-up leads and a campaign that is ready to start. */
  fill: (actor: Actor) => Promise<{ campaignId: number }>;
};

const INSTALLED = Symbol.for("thaw.demo");
/** Of the whole process: the built pages hold a copy of this module of their own. */
const globals = globalThis as { [INSTALLED]?: DemoWorld | undefined };

/** Makes this process a demo world and returns the function that ends it. */
export function installDemoWorld(world: DemoWorld): () => void {
  globals[INSTALLED] = world;
  return () => {
    globals[INSTALLED] = undefined;
  };
}

export function isDemoWorld(): boolean {
  return globals[INSTALLED] !== undefined;
}

/** @throws AppError not_found everywhere but in the demo world */
function demoWorld(): DemoWorld {
  const world = globals[INSTALLED];
  if (!world) throw new AppError("not_found", "request.noDemo");
  return world;
}

/** Signs the visitor in to the demo's account. */
export const enterDemo = operation({
  permission: "public",
  input: Nothing,
  output: v.object({ token: v.string() }),
  run: (actor) => runInDemo((world) => world.enter(originOf(actor))),
});

/** Lets the demo world's time run so many times as fast as real time. */
export const setDemoSpeed = operation({
  permission: "public",
  input: SetDemoSpeed,
  output: Nothing,
  run: (_actor, { speed }) =>
    runInDemo(async (world) => {
      world.setSpeed(speed);
      return {};
    }),
});

/** Fills the account with everything that a first campaign needs. */
export const fillDemo = operation({
  permission: "campaigns:write",
  input: Nothing,
  output: v.object({ campaign_id: v.number() }),
  run: (actor) =>
    runInDemo(async (world) => ({ campaign_id: (await world.fill(actor)).campaignId })),
});

const runInDemo = async <Result>(run: (world: DemoWorld) => Promise<Result>): Promise<Result> =>
  run(demoWorld());
