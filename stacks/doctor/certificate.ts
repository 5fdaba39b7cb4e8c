import { ACMClient, type CertificateDetail, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { ask, CallFailed, clientOptions } from "./ask.ts";
import type { StageContext } from "./stage-context.ts";

/** CloudFront reads certificates there alone. */
const REGION = "us-east-1";
const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

const { ok, blocks, warns } = findings("certificate");

export async function checkCertificate({ account, settings }: StageContext): Promise<Finding[]> {
  const { domain, whiteLabelHosts } = settings;
  if (!domain) return [];
  const wanted = new Map([
    [domain.certificateArn, [domain.name, ...Object.values(domain.services ?? {})]],
  ]);
  for (const { host, certificateArn } of whiteLabelHosts) {
    wanted.set(certificateArn, [...(wanted.get(certificateArn) ?? []), host]);
  }
  const found = [...wanted].map(([arn, hosts]) => ofOne(arn, hosts, account));
  return (await Promise.all(found)).flat();
}

async function ofOne(arn: string, hosts: readonly string[], account: string): Promise<Finding[]> {
  const owner = arn.split(":")[4];
  if (owner !== account) {
    const says = `the certificate of ${hosts[0]} is of the account ${owner}, and this is ${account}`;
    return [
      blocks(says, "give the ARN of one in this account, or deploy with the other's credentials"),
    ];
  }
  const detail = await findCertificate(arn);
  if (!detail) {
    const mend = `request one for ${hosts.join(", ")} in ACM, ${REGION}, and put its ARN into thaw.settings.json`;
    return [blocks(`there is no certificate ${arn}`, mend)];
  }
  const { Status } = detail;
  if (Status === "PENDING_VALIDATION") {
    const says = `the certificate of ${hosts[0]} waits to be validated`;
    return [
      blocks(says, `put these records into the DNS, and wait some minutes: ${recordsOf(detail)}`),
    ];
  }
  if (Status !== "ISSUED") {
    const says = `the certificate of ${hosts[0]} is ${Status}${detail.FailureReason ? ` (${detail.FailureReason})` : ""}`;
    return [blocks(says, `request another one in ACM, ${REGION}`)];
  }
  return ofIssued(detail, hosts);
}

function ofIssued(detail: CertificateDetail, hosts: readonly string[]): Finding[] {
  const names = [detail.DomainName ?? "", ...(detail.SubjectAlternativeNames ?? [])];
  const missing = hosts.filter((host) => !names.some((name) => covers(name, host)));
  if (missing.length > 0) {
    const says = `the certificate does not name ${missing.join(", ")}`;
    return [blocks(says, `request one in ACM, ${REGION}, that names ${hosts.join(", ")}`)];
  }
  const days = detail.NotAfter ? (detail.NotAfter.getTime() - Date.now()) / DAY_MS : SOON_DAYS;
  if (days < 0) {
    return [
      blocks(`the certificate of ${hosts[0]} has expired`, `request another one in ACM, ${REGION}`),
    ];
  }
  if (days < SOON_DAYS) {
    const says = `the certificate of ${hosts[0]} expires in ${Math.floor(days)} days, and is not renewed yet`;
    return [
      warns(
        says,
        `ACM renews it by itself while these records are in the DNS: ${recordsOf(detail)}`,
      ),
    ];
  }
  return [ok(`names ${hosts.join(", ")}`)];
}

/** A star stands for one label (RFC 6125 6.4.3). */
function covers(name: string, host: string): boolean {
  if (name.toLowerCase() === host) return true;
  return name.startsWith("*.") && host.slice(host.indexOf(".")) === name.slice(1).toLowerCase();
}

const recordsOf = ({ DomainValidationOptions = [] }: CertificateDetail) =>
  DomainValidationOptions.flatMap(({ ResourceRecord, ValidationStatus }) =>
    ResourceRecord && ValidationStatus !== "SUCCESS"
      ? [`${ResourceRecord.Type} ${ResourceRecord.Name} → ${ResourceRecord.Value}`]
      : [],
  ).join("; ") || "see ACM";

async function findCertificate(CertificateArn: string): Promise<CertificateDetail | undefined> {
  const client = new ACMClient(clientOptions(REGION));
  try {
    const command = new DescribeCertificateCommand({ CertificateArn });
    const { Certificate } = await ask("acm:DescribeCertificate", client, () =>
      client.send(command),
    );
    return Certificate;
  } catch (error) {
    if (error instanceof CallFailed && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  }
}
