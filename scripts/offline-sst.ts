// `npm run sst:offline -- build --stage ci`: the real sst command line without an AWS account or a network. A server
// on loopback answers the only calls of `sst build`: who am I, and are CDK and SST bootstrapped.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { runSst } from "./run-sst.ts";

const ACCOUNT = "123456789012";
const REGION = process.env.AWS_REGION ?? "us-east-1";

const BOOTSTRAPS: Record<string, Record<string, string>> = {
  CDKToolkit: {
    BootstrapVersion: "30",
    BucketName: `cdk-hnb659fds-assets-${ACCOUNT}-${REGION}`,
  },
  SSTBootstrap: { Version: "7.4", BucketName: `sstbootstrap-offline-${ACCOUNT}` },
};

const callerIdentity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
<Arn>arn:aws:iam::${ACCOUNT}:user/offline</Arn><UserId>AIDAOFFLINE</UserId><Account>${ACCOUNT}</Account>
</GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></GetCallerIdentityResponse>`;

const refusal = `<ErrorResponse><Error><Code>Offline</Code><Message>Not answered offline</Message></Error></ErrorResponse>`;

function describeStack(name: string, outputs: Record<string, string>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
<StackName>${name}</StackName><StackId>arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/1</StackId>
<CreationTime>2024-01-01T00:00:00Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus>
<Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult>
<ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></DescribeStacksResponse>`;
}

function answer(query: URLSearchParams): string | undefined {
  const action = query.get("Action");
  if (action === "GetCallerIdentity") return callerIdentity;
  const name = query.get("StackName") ?? "";
  const outputs = BOOTSTRAPS[name];
  return action === "DescribeStacks" && outputs ? describeStack(name, outputs) : undefined;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = new URLSearchParams(await text(request));
  const body = answer(query);
  if (body === undefined) {
    console.error(`Not answered offline: ${query.get("Action")} ${query.get("StackName") ?? ""}`);
  }
  response.writeHead(body === undefined ? 400 : 200, { "content-type": "text/xml" });
  response.end(body ?? refusal);
}

const server = createServer((request, response) => void serve(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const code = await runSst(process.argv.slice(2), {
  AWS_ACCESS_KEY_ID: "offline",
  AWS_SECRET_ACCESS_KEY: "offline",
  AWS_REGION: REGION,
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
});
process.exit(code);
