import type { ServiceName } from "../packages/core/src/manifest.ts";
import { isExample } from "./example-address.ts";
import { readSettingsFile, type SettingsOfFile } from "./settings-file.ts";
import { addressOf } from "./settings-shape.ts";
import { faultOfStageName } from "./stage-name.ts";

/** What differs between stages. Data only: a stage behaves differently nowhere else. */
export type Settings = {
  /** The data outlives the stage: deletion protection, point-in-time recovery, resources kept on removal; alarms. */
  permanent: boolean;
  logRetention: "one_week" | "three_months";
  /** The sender of the product's own mail: an address that SES has verified in this account and region. */
  emailFrom: string;
  /** Without one the stage answers on CloudFront's own name. The certificate lives in us-east-1. */
  domain?: {
    name: string;
    certificateArn: string;
    /** Hosts of single services, which the certificate names too; the others are called below the domain. */
    services?: Readonly<Partial<Record<ServiceName, string>>>;
  };
  /** An endpoint of OpenAI's Chat Completions API and the models that people choose from; OpenAI's own by default. */
  languageModel?: { baseUrl: string; models: readonly string[] };
  /** Where the settings send people who want another plan. */
  contactEmail?: string;
  /** Where browsers send `{ route_pattern, anonymous_id, at }` for each page that someone opens; nowhere by default. */
  pageViewSink?: string;
  /** The pages that the sign-up page links for the terms of service and the privacy policy; it names those alone that are given. */
  termsUrl?: string;
  privacyUrl?: string;
  /** Who hears of alarms. */
  operatorEmail?: string;
  /**
   * Against floods of requests. `reservesConcurrency`: functions get the room that the manifest reserves for them, for which AWS has
   * to run 1,000 at once in this account (new ones begin with fewer, and such a deployment fails). `webAclArn`: of a web ACL of AWS
   * WAF with the scope CLOUDFRONT, which lies in us-east-1.
   */
  flood?: { reservesConcurrency?: boolean; webAclArn?: string };
  /** Agencies whose hosts are known at deployment; the product adds others through the CloudFront API. */
  whiteLabelHosts: readonly { id: string; host: string; certificateArn: string }[];
};

/** Stages that are permanent unless the file says otherwise; every other stage is a development stage. */
const PERMANENT: ReadonlySet<string> = new Set(["prod", "staging"]);

/** Nobody can verify it: the stage works, and its own emails do not leave. */
const NOBODY = "Thaw <no-reply@thaw.example>";

/**
 * The settings of a stage: those of its own in the deployer's file, else those of all stages, else what the code says.
 *
 * @throws with every fault of the file, each with the path of its field
 */
export function settingsOf(stage: string): Settings {
  const { settings, faults } = readSettings(stage);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return settings;
}

/** As {@link settingsOf}, with the faults for whoever tells of them. */
export function readSettings(stage: string): { settings: Settings; faults: string[] } {
  const read = readSettingsFile();
  const misnamed = faultOfStageName(stage);
  const faults = [...read.faults, ...(misnamed ? [`stage ${stage}: ${misnamed}`] : [])];
  // A stage that could not be read misses nothing.
  if (faults.length === 0) {
    const names = new Set([...read.stages.keys(), stage]);
    faults.push(...[...names].flatMap((name) => faultsOfStage(name, read)), ...sharedHosts(read));
  }
  return { settings: merged(stage, read), faults };
}

function merged(stage: string, { shared, stages }: SettingsOfFile): Settings {
  const own = stages.get(stage);
  const permanent = own?.permanent ?? PERMANENT.has(stage);
  const given = { ...shared, ...own, permanent };
  return {
    logRetention: permanent ? "three_months" : "one_week",
    emailFrom: NOBODY,
    whiteLabelHosts: [],
    ...given,
  };
}

/** What each setting may be, but not together, or not on a stage with people's data. */
function faultsOfStage(name: string, read: SettingsOfFile): string[] {
  const { permanent, domain, whiteLabelHosts } = merged(name, read);
  const faults = permanent
    ? NEEDED.flatMap((field) => faultOfNeeded({ name, field }, read) ?? [])
    : [];
  const lacksDomain = whiteLabelHosts.length > 0 && !domain;
  return lacksDomain ? [`stages.${name}.whiteLabelHosts: needs a domain`, ...faults] : faults;
}

function faultOfNeeded({ name, field }: { name: string; field: Needed }, read: SettingsOfFile) {
  const own = read.stages.get(name)?.[field];
  const value = own ?? read.shared[field];
  const need = OF_PERMANENT[field];
  if (value === undefined) {
    const hint = read.stages.size > 0 ? "" : ` (${read.file}, see docs/deploy.md)`;
    return `stages.${name}.${field}: is missing; ${need}${hint}`;
  }
  if (!isExample(addressOf(value))) return undefined;
  const at = own === undefined ? "default" : `stages.${name}`;
  return `${at}.${field}: is an example address; ${need}`;
}

type Needed = keyof typeof OF_PERMANENT;
const OF_PERMANENT = {
  emailFrom: "a permanent stage sends its own emails from an address that SES has verified",
  operatorEmail: "a permanent stage tells its operator of alarms",
};
const NEEDED = ["emailFrom", "operatorEmail"] as const;

type Hosts = Pick<Partial<Settings>, "domain" | "whiteLabelHosts">;

/** What a stage answers on, by the field that says so. */
const hostsOf = ({ domain, whiteLabelHosts = [] }: Hosts): [field: string, host: string][] => [
  ...(domain ? [["domain.name", domain.name] as [string, string]] : []),
  ...Object.entries(domain?.services ?? {}).map(([service, host]): [string, string] => [
    `domain.services.${service}`,
    host,
  ]),
  ...whiteLabelHosts.map(({ host }, at): [string, string] => [`whiteLabelHosts.${at}.host`, host]),
];

/** A host answers for one stage. */
function sharedHosts({ stages }: SettingsOfFile): string[] {
  const taken = new Map<string, string>();
  const faults: string[] = [];
  for (const [name, own] of stages) {
    for (const [field, host] of hostsOf(own)) {
      const at = `stages.${name}.${field}`;
      const other = taken.get(host);
      if (other) faults.push(`${at}: ${host} is also ${other}`);
      else taken.set(host, at);
    }
  }
  return faults;
}
