import type { ServiceName } from "../packages/core/src/manifest.ts";

/** What differs between stages. Data only: a stage behaves differently nowhere else. */
export type Settings = {
  /** The data outlives the stage: deletion protection, point-in-time recovery, resources kept on removal. */
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

const development: Settings = {
  permanent: false,
  logRetention: "one_week",
  emailFrom: "Thaw <no-reply@thaw.example>",
  whiteLabelHosts: [],
};

const permanent: Settings = { ...development, permanent: true, logRetention: "three_months" };

/** Stages by name; every other stage is a development stage. */
export const stages: Record<string, Settings> = { prod: permanent, staging: permanent };

export const settingsOf = (stage: string): Settings => stages[stage] ?? development;
