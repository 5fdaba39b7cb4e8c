import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { readSettings } from "../settings.ts";
import { CallFailed, reasonOf } from "./ask.ts";
import { checkBootstrap } from "./bootstrap.ts";
import { checkCertificate } from "./certificate.ts";
import { checkCloudFront } from "./cloudfront.ts";
import { checkCredentials } from "./credentials.ts";
import { checkEmail } from "./email.ts";
import { checkEnvironmentSize } from "./environment-size.ts";
import { checkHostNames } from "./host-names.ts";
import { checkLambdaQuota } from "./lambda-quota.ts";
import { checkRegion, deploymentRegion } from "./region.ts";
import { checkSecrets } from "./secrets.ts";
import { checkSettings } from "./settings.ts";
import { checkStacks } from "./stacks.ts";
import { type StageContext, stageContext } from "./stage-context.ts";

type Check = (context: StageContext) => Promise<Finding[]>;

/** What a deployment would fail by; it asks these itself before it builds anything. */
const BEFORE: Readonly<Record<string, Check>> = {
  secrets: checkSecrets,
  environment: checkEnvironmentSize,
  bootstrap: checkBootstrap,
  stacks: checkStacks,
  certificate: checkCertificate,
  CloudFront: checkCloudFront,
};

/** What it would not fail by, and that surprises those who use the stage. */
const BESIDES: Readonly<Record<string, Check>> = {
  Lambda: checkLambdaQuota,
  email: checkEmail,
  DNS: checkHostNames,
};

export type Examination = {
  all: Finding[];
  /** Undefined where the credentials open no account, or the settings cannot be read. */
  context: StageContext | undefined;
};

/**
 * Asks AWS and the DNS about a stage.
 *
 * @param part all of it, or what a deployment would fail by
 */
export async function examineStage(
  stage: string,
  part: "all" | "deployment",
): Promise<Examination> {
  const region = deploymentRegion();
  const read = readSettings(stage);
  const { account, findings: ofCredentials } = await checkCredentials(region);
  const first = [...ofCredentials, ...checkRegion(process.env), ...checkSettings(read)];
  const checks = Object.entries(part === "all" ? { ...BEFORE, ...BESIDES } : BEFORE);
  if (account === undefined) {
    const mend = "run this again with credentials";
    const rest = checks.map(([subject]) =>
      findings(subject).notChecked("nothing can be asked without credentials", mend),
    );
    return { all: [...first, ...rest], context: undefined };
  }
  const context = stageContext({ stage, region, account, settings: read.settings });
  const found = await Promise.all(checks.map(([subject, check]) => run(subject, check, context)));
  return { all: [...first, ...found.flat()], context };
}

async function run(subject: string, check: Check, context: StageContext): Promise<Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { says, mend } = reasonOf(error);
    return [findings(subject).notChecked(says, mend)];
  }
}
