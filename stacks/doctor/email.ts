import {
  GetAccountCommand,
  type GetAccountCommandOutput,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  SESv2Client,
} from "@aws-sdk/client-sesv2";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { isExample } from "../example-address.ts";
import { addressOf } from "../settings-shape.ts";
import { ask, CallFailed, clientOptions } from "./ask.ts";
import type { StageContext } from "./stage-context.ts";

/** An hour of sign-ups and notifications, and more than the sandbox gives for a day. */
const FEW_A_DAY = 1_000;

const { ok, warns } = findings("email");

/** Whether SES sends the product's own emails: those that verify addresses, reset passwords and tell of things. */
export async function checkEmail({ region, settings }: StageContext): Promise<Finding[]> {
  const client = new SESv2Client(clientOptions(region));
  const account = await ask("ses:GetAccount", client, () => client.send(new GetAccountCommand({})));
  const address = addressOf(settings.emailFrom);
  // The settings have told of it.
  if (isExample(address)) return ofAccount(account, region);
  return [...ofAccount(account, region), ...(await ofSender(address, region))];
}

function ofAccount(account: GetAccountCommandOutput, region: string): Finding[] {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus, SendQuota } = account;
  const found: Finding[] = [];
  if (SendingEnabled === false || EnforcementStatus === "SHUTDOWN") {
    const says = `SES sends nothing for this account in ${region} (${EnforcementStatus ?? "paused"})`;
    found.push(warns(says, "see the SES console and AWS Support: people get no codes until then"));
  } else if (EnforcementStatus === "PROBATION") {
    found.push(
      warns("SES has the account under review", "see the SES console, Reputation metrics"),
    );
  }
  if (ProductionAccessEnabled !== true) {
    const says = `SES is in its sandbox in ${region}: it sends to verified addresses alone`;
    found.push(warns(says, `SES console, ${region}, Account dashboard: request production access`));
  }
  const most = SendQuota?.Max24HourSend ?? 0;
  // -1 is no limit.
  if (ProductionAccessEnabled === true && most >= 0 && most < FEW_A_DAY) {
    const says = `SES sends ${most} emails a day`;
    found.push(warns(says, 'ask for more "Sending quota" of Amazon SES in Service Quotas'));
  }
  return found.length > 0 ? found : [ok(`SES sends in ${region}, ${most} a day`)];
}

/** SES takes an address if it is verified itself, or its domain is. */
async function ofSender(address: string, region: string): Promise<Finding[]> {
  const domain = address.split("@")[1] ?? "";
  const found = [];
  for (const name of [address, domain]) {
    const identity = await findIdentity(name, region);
    if (identity) found.push({ name, ...identity });
  }
  const verified = found.find(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus);
  if (!verified) {
    const says = `SES has not verified ${address} or ${domain} in ${region}`;
    const [pending] = found;
    const records = pending ? ` Its records are: ${recordsOf(pending.name, pending)}` : "";
    const mend = `SES console, ${region}, Identities: create ${domain}, and put the records that it shows into the DNS.${records}`;
    return [warns(says, mend)];
  }
  const { name, DkimAttributes: dkim } = verified;
  if (dkim?.Status === "SUCCESS" && dkim.SigningEnabled !== false) {
    return [ok(`${name} is verified and signs with DKIM`)];
  }
  const says = `${name} is verified, and does not sign with DKIM (${dkim?.Status ?? "not set up"}): providers may refuse or file away its emails`;
  return [
    warns(
      says,
      `SES console, ${region}, Identities, ${domain}: DKIM. ${recordsOf(domain, verified)}`,
    ),
  ];
}

const recordsOf = (name: string, { DkimAttributes }: GetEmailIdentityCommandOutput) =>
  (DkimAttributes?.Tokens ?? [])
    .map((token) => `CNAME ${token}._domainkey.${name} → ${token}.dkim.amazonses.com`)
    .join("; ");

async function findIdentity(EmailIdentity: string, region: string) {
  const client = new SESv2Client(clientOptions(region));
  try {
    const command = new GetEmailIdentityCommand({ EmailIdentity });
    return await ask("ses:GetEmailIdentity", client, () => client.send(command));
  } catch (error) {
    if (error instanceof CallFailed && error.code === "NotFoundException") return undefined;
    throw error;
  }
}
