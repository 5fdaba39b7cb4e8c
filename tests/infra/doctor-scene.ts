import type { Finding } from "../../scripts/doctor/finding.ts";
import type { startDnsServer } from "../support/dns-server.ts";
import type { World } from "./aws.ts";
import { ARN, type goodSettings, secretsOf } from "./good-world.ts";

/** What the doctor looks at: the account, the deployer's settings, and the names in the DNS. */
export type Scene = {
  world: World;
  settings: ReturnType<typeof goodSettings>;
  hosts: Parameters<typeof startDnsServer>[0];
};

/** How a scene differs from the good one, and what the doctor finds then. */
export type Case = {
  name: string;
  change: (scene: Scene) => void;
  found: [state: Finding["state"], subject: string, says: RegExp, mend: RegExp];
};

export function prodOf({ settings }: Scene): Record<string, unknown> {
  const { prod } = settings.stages;
  if (!prod) throw new Error("There is no prod");
  return prod;
}

export function certificateOf({ world }: Scene): World["certificates"][string] {
  const found = world.certificates[ARN];
  if (!found) throw new Error("There is no certificate");
  return found;
}

export const set =
  (secrets: Record<string, string>) =>
  ({ world }: Scene): void =>
    void Object.assign(world.parameters, secretsOf("prod", secrets));

export const withStack =
  (name: string, status: string) =>
  ({ world }: Scene): void =>
    void (world.stacks[name] = { ...world.stacks[name], status });
