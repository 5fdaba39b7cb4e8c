import { Resolver } from "node:dns/promises";
import type { Settings } from "../settings.ts";
import { readSecrets, type StageSecrets } from "../stage-secrets.ts";
import { CallFailed } from "./ask.ts";
import { type DeployedStage, findDeployedStage } from "./deployed-stage.ts";

/** What is known of a stage before anything of it is checked; asked once, however many checks need it. */
export type StageContext = {
  stage: string;
  region: string;
  account: string;
  settings: Settings;
  /** @throws CallFailed */
  secrets: () => Promise<StageSecrets>;
  /** @throws CallFailed */
  deployed: () => Promise<DeployedStage>;
  /** Which asks the name servers of this machine, or those that DNS_SERVERS names, as the product does. */
  resolver: Resolver;
};

const once = <Value>(ask: () => Promise<Value>): (() => Promise<Value>) => {
  let asked: Promise<Value> | undefined;
  return () => (asked ??= ask());
};

function makeResolver(): Resolver {
  // In milliseconds, each attempt.
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const servers = (process.env.DNS_SERVERS ?? "").split(/[\s,]+/).filter(Boolean);
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

export function stageContext(
  known: Pick<StageContext, "stage" | "region" | "account" | "settings">,
): StageContext {
  const { stage, region } = known;
  return {
    ...known,
    secrets: once(() =>
      readSecrets(stage).catch((error: unknown) => {
        throw new CallFailed("ssm:GetParametersByPath", error);
      }),
    ),
    deployed: once(() => findDeployedStage(stage, region)),
    resolver: makeResolver(),
  };
}
