import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  type Function as SstFunction,
  type StackContext,
  use,
  type WebSocketApi,
} from "sst/constructs";
import { environmentOf, NO_EDGE_TENANTS, variable } from "../packages/core/src/environment.ts";
import {
  type BucketName,
  app as manifest,
  type QueueName,
  SERVICES,
  type SecretName,
} from "../packages/core/src/manifest.ts";
import type { SecretRight, Uses } from "../packages/core/src/manifest-spec.ts";
import { UNSET_SECRET } from "../packages/data/src/config.ts";
import { edgeStatements, hosts } from "./hosts.ts";
import { type Settings, settingsOf } from "./settings.ts";
import type { Storage } from "./storage.ts";

export type AppUses = Uses<BucketName, QueueName, SecretName>;

/** Reads and writes by key, and no Scan: nothing in the product may walk the whole table. */
const TABLE_ACTIONS = [
  "dynamodb:BatchGetItem",
  "dynamodb:BatchWriteItem",
  "dynamodb:ConditionCheckItem",
  "dynamodb:DeleteItem",
  "dynamodb:DescribeTable",
  "dynamodb:GetItem",
  "dynamodb:PutItem",
  "dynamodb:Query",
  "dynamodb:UpdateItem",
];

/** What only stacks after some others know. */
export type Later = {
  socket?: WebSocketApi;
  /** The distribution of agencies' hosts; a stage without a domain has none. */
  tenantsOf?: string | undefined;
  /** Runs operations that open secrets. */
  secretFunction?: SstFunction;
};

/** What code with these uses knows and may do: exactly what `uses` names. Fits a Lambda and the Remix site. */
export function accessOf(
  context: StackContext,
  uses: AppUses,
  storage: Storage,
  later: Later = {},
) {
  return {
    environment: environment(context, uses, storage, later),
    permissions: permissions(context, uses, storage, later),
    bind: storage.secrets.filter(({ name }) => uses.secrets?.some((secret) => secret === name)),
  };
}

function environment(
  { app }: StackContext,
  uses: AppUses,
  storage: Storage,
  { socket, tenantsOf, secretFunction }: Later,
): Record<string, string> {
  const { domain, emailFrom, languageModel, ...settings } = settingsOf(app.stage);
  const usesModel = languageModel && uses.secrets?.includes("AI_KEY");
  const fronts = {
    ...(uses.email ? operatorAddresses(settings) : {}),
    ...(uses.whiteLabel ? serviceAddresses(domain?.services) : {}),
  };
  const named = environmentOf(uses, {
    table: () => storage.table.tableName,
    bucket: (name) => storage.buckets[name].bucketName,
    queue: (name) => storage.queues[name].queue.queueUrl,
    // SST replaces this at the end of a deployment.
    secret: () => UNSET_SECRET,
    websocket: () => {
      if (!socket) throw new Error("This stack knows no websocket API");
      return socket.cdk.webSocketStage.callbackUrl;
    },
    emailFrom: () => emailFrom,
    encryption: () => storage.encryptionKey.keyArn,
    secretFunction: () => {
      if (!secretFunction) throw new Error("This stack knows no function that opens secrets");
      return secretFunction.functionName;
    },
    // CloudFront's own name depends on the functions that want to know it: scripts/deploy.ts brings it.
    site: () => (domain ? `https://${domain.name}` : (process.env.SITE_URL ?? "")),
    whiteLabelTarget: () => use(hosts).connections.attrRoutingEndpoint,
    edgeHosts: () => use(hosts).store.keyValueStoreArn,
    edgeTenants: () => {
      if (tenantsOf) return `${tenantsOf}/${use(hosts).connections.attrId}`;
      if (domain) throw new Error("This stack knows no distribution of agencies' hosts");
      return NO_EDGE_TENANTS;
    },
  });
  if (!usesModel) return { ...named, ...fronts };
  const { baseUrl, models } = languageModel;
  return {
    ...named,
    ...fronts,
    [variable.aiBaseUrl]: baseUrl,
    [variable.aiModels]: models.join(","),
  };
}

/** Where the operator of the stage wants people and browsers to turn to. */
const operatorAddresses = (settings: Partial<Settings>) =>
  Object.fromEntries(
    (["contactEmail", "pageViewSink", "termsUrl", "privacyUrl"] as const).flatMap((name) =>
      settings[name] ? [[variable[name], settings[name]]] : [],
    ),
  );

/** A function that knows the hosts of agencies has to know all of our own. */
const serviceAddresses = (hosts: NonNullable<Settings["domain"]>["services"] = {}) =>
  Object.fromEntries(
    SERVICES.flatMap((name) =>
      hosts[name] ? [[variable.service(name), `https://${hosts[name]}/${name}`]] : [],
    ),
  );

function permissions(
  { stack, app }: StackContext,
  uses: AppUses,
  storage: Storage,
  { socket, tenantsOf, secretFunction }: Later,
): PolicyStatement[] {
  const allow = (actions: string[], resources: string[]) =>
    new PolicyStatement({ actions, resources });
  const statements: PolicyStatement[] = [];
  if (uses.table) statements.push(...tableStatements(storage, allow));
  for (const name of uses.buckets ?? []) {
    const { bucketArn } = storage.buckets[name];
    statements.push(
      // Without it S3 answers 403 instead of 404 for an object that is not there.
      allow(["s3:ListBucket"], [bucketArn]),
      allow(
        ["s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:PutObject"],
        [`${bucketArn}/*`],
      ),
    );
  }
  for (const name of uses.queues ?? []) {
    statements.push(allow(["sqs:SendMessage"], [storage.queues[name].queue.queueArn]));
  }
  statements.push(...secretStatements(uses, storage, secretFunction));
  if (uses.email) {
    const identity = (name: string) =>
      stack.formatArn({ service: "ses", resource: "identity", resourceName: name });
    statements.push(
      allow(["ses:SendEmail"], senderIdentities(settingsOf(app.stage).emailFrom).map(identity)),
    );
  }
  if (uses.edge && tenantsOf) statements.push(...edgeStatements(stack, use(hosts), tenantsOf));
  if (uses.websocket && socket) {
    const { apiId } = socket.cdk.webSocketApi;
    const connections = ["POST", "DELETE"].map((method) =>
      stack.formatArn({
        service: "execute-api",
        resource: `${apiId}/${socket.cdk.webSocketStage.stageName}/${method}`,
        resourceName: "@connections/*",
      }),
    );
    statements.push(allow(["execute-api:ManageConnections"], connections));
  }
  return statements;
}

function tableStatements(
  { table }: Storage,
  allow: (actions: string[], resources: string[]) => PolicyStatement,
): PolicyStatement[] {
  const indexes = Object.keys(manifest.table.indexes);
  return [
    allow(TABLE_ACTIONS, [table.tableArn]),
    allow(
      ["dynamodb:Query"],
      indexes.map((index) => `${table.tableArn}/index/${index}`),
    ),
  ];
}

/** What code may do with secrets itself, and have done. */
function secretStatements(
  { encryption, secretCalls }: AppUses,
  storage: Storage,
  secretFunction: SstFunction | undefined,
): PolicyStatement[] {
  const own = encryption ? keyStatements(storage, encryption) : [];
  if (!secretCalls || !secretFunction) return own;
  const resources = [secretFunction.functionArn];
  return [...own, new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources })];
}

/**
 * New data keys are of a whole account; what may open them may open those of single secrets, too, from before accounts had keys. A
 * key that was asked for without saying what for would open anywhere: nobody may.
 */
function keyStatements({ encryptionKey }: Storage, right: SecretRight): PolicyStatement[] {
  const statement = (actions: string[], contextKeys: string[]) =>
    new PolicyStatement({
      actions,
      resources: [encryptionKey.keyArn],
      conditions: {
        "ForAllValues:StringEquals": { "kms:EncryptionContextKeys": contextKeys },
        Null: { "kms:EncryptionContext:account": "false" },
      },
    });
  const seal = statement(["kms:GenerateDataKey"], ["account"]);
  if (right === "seal") return [seal];
  return [seal, statement(["kms:Decrypt"], ["account", "mailbox", "field"])];
}

/** SES checks the address or its domain, whichever of them is verified. */
function senderIdentities(emailFrom: string): string[] {
  const address = /<([^>]+)>/.exec(emailFrom)?.[1] ?? emailFrom;
  const [, domain = ""] = address.split("@");
  return [address, domain];
}
