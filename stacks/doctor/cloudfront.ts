import {
  CloudFrontClient,
  type DistributionSummary,
  ListDistributionsCommand,
} from "@aws-sdk/client-cloudfront";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { ask, CallFailed, clientOptions } from "./ask.ts";
import type { StageContext } from "./stage-context.ts";

/** Of 100 each: more than CloudFront gives an account. */
const MOST_PAGES = 10;

const { ok, blocks, warns } = findings("CloudFront");

export async function checkCloudFront(context: StageContext): Promise<Finding[]> {
  const { domain } = context.settings;
  const { outputs } = await context.deployed();
  const all = await listDistributions(context.region).catch((error: unknown) => {
    if (error instanceof CallFailed && /must be verified/.test(error.message)) return undefined;
    throw error;
  });
  if (!all) {
    const mend = "AWS Support Center: create a case for the account, and ask for CloudFront";
    return [blocks("AWS has not verified this account for CloudFront", mend)];
  }
  const hosts = domain ? [domain.name, ...Object.values(domain.services ?? {})] : [];
  const found = hosts.flatMap((host) => {
    const holder = all.find(({ Aliases }) => Aliases?.Items?.includes(host));
    if (!holder || holder.DomainName === outputs.Distribution) return [];
    const mend = `take ${host} off that distribution, or give the stage another host`;
    return [blocks(`${host} is a name of the distribution ${holder.Id}`, mend)];
  });
  if (found.length > 0) return found;
  if (all.length > 0)
    return [ok(`the account has ${all.length} distributions, none with the stage's hosts`)];
  const says =
    "the account has no distribution yet: AWS may refuse the first until it has verified the account, and nothing tells before";
  return [
    warns(
      says,
      'if the deployment fails with "must be verified", create a case in AWS Support Center',
    ),
  ];
}

async function listDistributions(region: string): Promise<DistributionSummary[]> {
  const all: DistributionSummary[] = [];
  let Marker: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const client = new CloudFrontClient(clientOptions(region));
    const command = new ListDistributionsCommand({ Marker, MaxItems: 100 });
    const { DistributionList } = await ask("cloudfront:ListDistributions", client, () =>
      client.send(command),
    );
    all.push(...(DistributionList?.Items ?? []));
    Marker = DistributionList?.NextMarker || undefined;
    if (!Marker) break;
  }
  return all;
}
