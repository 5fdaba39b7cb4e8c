import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const ACCOUNT = "123456789012";
export const REGION = "us-east-1";

type Refusal = { status: number; code: string; message?: string };
type Stack = { status?: string; outputs?: Record<string, string> };
type Identity = { verified: boolean; dkim?: string; tokens?: string[] };
type Certificate = {
  Status: string;
  names: string[];
  /** In days from now. */
  endsInDays?: number;
  record?: { Name: string; Type: string; Value: string };
  FailureReason?: string;
};
type Distribution = { id: string; domain: string; aliases: string[] };

/** What an account holds, as far as anybody asks here. */
export type World = {
  stacks: Record<string, Stack>;
  parameters: Record<string, string>;
  concurrency: number;
  ses: { production: boolean; sending: boolean; enforcement: string; perDay: number };
  identities: Record<string, Identity>;
  certificates: Record<string, Certificate>;
  distributions: Distribution[];
  /** By the right that a call needs: `acm:DescribeCertificate`. */
  refused: Record<string, Refusal>;
};

/** What a test answers itself, in XML. */
export type More = (call: string, asked: URLSearchParams, world: World) => string | undefined;

/** A response in one of AWS's protocols. */
type Answer = { status: number; body: string; type: string; error?: string };

const xml = (body: string, status = 200): Answer => ({ status, body, type: "text/xml" });
const json = (body: unknown, status = 200): Answer => ({
  status,
  body: JSON.stringify(body),
  type: "application/x-amz-json-1.1",
});

/** As each service says no: query and REST-XML services in XML, the others in JSON. */
function refuse(call: string, { status, code, message = `Not: ${call}` }: Refusal): Answer {
  if (/^(sts|cloudformation|cloudfront):/.test(call)) {
    return xml(
      `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
      status,
    );
  }
  return { ...json({ __type: code, message }, status), error: code };
}

const missing = (call: string, code: string, status = 400, message?: string) =>
  refuse(call, { status, code, ...(message ? { message } : {}) });

function describeStack(name: string, stack: Stack | undefined): Answer {
  if (!stack) {
    const message = `Stack with id ${name} does not exist`;
    return missing("cloudformation:DescribeStacks", "ValidationError", 400, message);
  }
  const outputs = Object.entries(stack.outputs ?? {}).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return xml(`<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
<StackName>${name}</StackName><StackId>arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/1</StackId><CreationTime>2026-01-01T00:00:00Z</CreationTime>
<StackStatus>${stack.status ?? "CREATE_COMPLETE"}</StackStatus><Outputs>${outputs.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`);
}

function describeCertificate(arn: string, found: Certificate | undefined): Answer {
  const call = "acm:DescribeCertificate";
  if (!found) return missing(call, "ResourceNotFoundException", 400, `Could not find ${arn}`);
  const { Status, names, endsInDays = 300, record, FailureReason } = found;
  const NotAfter = Date.now() / 1000 + endsInDays * 86_400;
  return json({
    Certificate: {
      CertificateArn: arn,
      DomainName: names[0],
      SubjectAlternativeNames: names,
      Status,
      ...(Status === "ISSUED" ? { NotAfter } : {}),
      FailureReason,
      DomainValidationOptions: [
        { DomainName: names[0], ValidationStatus: "PENDING_VALIDATION", ResourceRecord: record },
      ],
    },
  });
}

function listDistributions(all: readonly Distribution[]): Answer {
  const items = all.map(
    ({ id, domain, aliases }) =>
      `<DistributionSummary><Id>${id}</Id><ARN>arn:aws:cloudfront::${ACCOUNT}:distribution/${id}</ARN><DomainName>${domain}</DomainName><Aliases><Quantity>${aliases.length}</Quantity><Items>${aliases.map((alias) => `<CNAME>${alias}</CNAME>`).join("")}</Items></Aliases></DistributionSummary>`,
  );
  return xml(
    `<DistributionList xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Marker></Marker><MaxItems>100</MaxItems><IsTruncated>false</IsTruncated><Quantity>${all.length}</Quantity><Items>${items.join("")}</Items></DistributionList>`,
  );
}

function askSes(path: string, { ses, identities }: World): Answer {
  const { production, sending, enforcement, perDay } = ses;
  if (path === "/v2/email/account") {
    return json({
      ProductionAccessEnabled: production,
      SendingEnabled: sending,
      EnforcementStatus: enforcement,
      SendQuota: { Max24HourSend: perDay, MaxSendRate: 14, SentLast24Hours: 0 },
    });
  }
  const found = identities[decodeURIComponent(path.split("/").at(-1) ?? "")];
  if (!found) return missing("ses:GetEmailIdentity", "NotFoundException", 404);
  const { verified, dkim, tokens } = found;
  return json({
    VerifiedForSendingStatus: verified,
    DkimAttributes: dkim ? { SigningEnabled: true, Status: dkim, Tokens: tokens ?? [] } : undefined,
  });
}

/** The right that a request needs, as policies write it. */
function callOf({ method, url = "", headers }: IncomingMessage, body: string): string {
  const target = String(headers["x-amz-target"] ?? "");
  if (target) return target.replace("AmazonSSM.", "ssm:").replace("CertificateManager.", "acm:");
  const { pathname } = new URL(url, "http://localhost");
  if (pathname.startsWith("/v2/email/account")) return "ses:GetAccount";
  if (pathname.startsWith("/v2/email/identities/")) return "ses:GetEmailIdentity";
  if (pathname.endsWith("/account-settings")) return "lambda:GetAccountSettings";
  if (pathname.startsWith("/2020-05-31/distribution")) return "cloudfront:ListDistributions";
  const action = new URLSearchParams(body).get("Action");
  if (action === "GetCallerIdentity") return "sts:GetCallerIdentity";
  return action ? `cloudformation:${action}` : `${method} ${pathname}`;
}

function answerTo(call: string, { url = "" }: IncomingMessage, body: string, world: World): Answer {
  const { pathname } = new URL(url, "http://localhost");
  const { parameters, stacks, certificates } = world;
  switch (call) {
    case "sts:GetCallerIdentity":
      return xml(
        `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::${ACCOUNT}:user/deployer</Arn><UserId>AIDA</UserId><Account>${ACCOUNT}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
    case "cloudformation:DescribeStacks": {
      const name = new URLSearchParams(body).get("StackName") ?? "";
      return describeStack(name, stacks[name]);
    }
    case "ssm:GetParametersByPath": {
      const { Path } = JSON.parse(body) as { Path: string };
      const names = Object.keys(parameters).filter((name) => name.startsWith(Path));
      return json({ Parameters: names.map((Name) => ({ Name, Value: parameters[Name] })) });
    }
    case "ssm:DeleteParameter": {
      const { Name } = JSON.parse(body) as { Name: string };
      delete parameters[Name];
      return json({});
    }
    case "acm:DescribeCertificate": {
      const { CertificateArn } = JSON.parse(body) as { CertificateArn: string };
      return describeCertificate(CertificateArn, certificates[CertificateArn]);
    }
    case "lambda:GetAccountSettings":
      return json({
        AccountLimit: {
          ConcurrentExecutions: world.concurrency,
          UnreservedConcurrentExecutions: world.concurrency,
        },
      });
    case "cloudfront:ListDistributions":
      return listDistributions(world.distributions);
    case "ses:GetAccount":
    case "ses:GetEmailIdentity":
      return askSes(pathname, world);
    default:
      return missing(call, "UnknownOperationException");
  }
}

/**
 * AWS on loopback, in the protocols of its API references: STS and CloudFormation (query), SSM and ACM (JSON 1.1), Lambda
 * and SES (REST-JSON), CloudFront (REST-XML). It changes with `world`.
 */
export async function startAws(world: World, more: More = () => undefined) {
  const calls: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const call = callOf(request, body);
    calls.push(call);
    const isSigned = request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ");
    const no = isSigned ? world.refused[call] : { status: 403, code: "MissingAuthenticationToken" };
    const own = more(call, new URLSearchParams(body), world);
    const answer = no
      ? refuse(call, no)
      : own === undefined
        ? answerTo(call, request, body, world)
        : xml(own);
    const error = answer.error ? { "x-amzn-errortype": answer.error } : {};
    response.writeHead(answer.status, { "content-type": answer.type, ...error });
    response.end(answer.body);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    /** What was asked, in turn. */
    calls,
    /** By which the SDK of AWS finds it. */
    environment: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: "offline",
      AWS_SECRET_ACCESS_KEY: "offline",
      AWS_REGION: REGION,
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
