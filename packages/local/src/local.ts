import { join, resolve } from "node:path";
import { variable } from "@thaw/core/environment";
import { requireSigningKeys } from "@thaw/core/kernel/signing-key/signing-key";
import { app, type SecretName } from "@thaw/core/manifest";
import { checkPorts } from "./check-ports.ts";
import { type Cloud, cloudEnvironment, databasesIn, type Ports, startCloud } from "./cloud.ts";
import type { LocalSettings } from "./config.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import type { DemoGround } from "./demo/demo-world.ts";
import { Disk } from "./disk.ts";
import { isDiskFault, unusableFolder } from "./folder-faults.ts";
import { freePort } from "./free-port.ts";
import { createHttp, type Site } from "./http.ts";
import type { Manifest } from "./manifest.ts";
import { probeRoom } from "./room-probe.ts";
import { createInvoke, type Invoke, type Load, loadAll, loadFromSource } from "./runtime.ts";
import { closeServer, listen } from "./server.ts";
import { createSockets, startSocketManagement } from "./sockets.ts";
import { stopAll } from "./stop-all.ts";
import { watchMail } from "./watch-mail.ts";
import { startWork } from "./work.ts";

export type Local = {
  /** Where people reach the product on this machine. */
  readonly url: string;
  /** A page with the mail that the product itself sent. */
  readonly inboxUrl: string;
  readonly cloud: Cloud;
  readonly invoke: Invoke;
  /** Takes no more work, waits for what is under way, and stops everything. */
  stop: () => Promise<void>;
};

export type LocalOptions = LocalSettings & {
  manifest?: Manifest;
  load?: Load;
  /** Gives the pages. A function: they read the environment that is set here. */
  site?: () => Promise<Site>;
};

/**
 * Runs the whole product in this process: the embedded cloud, and the functions that the manifest names.
 *
 * Sets the product's variables in `process.env`, so a process can run one. Ports of 0 are free ones.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const { manifest = app, load = loadFromSource } = options;
  const stops: (() => Promise<void> | void)[] = [];
  const stop = () => stopAll(stops);
  try {
    // Of its own: a demo that touched real mailboxes would send their mail at six hundred times the pace.
    const folder = openDataFolder(resolve(options.data, options.demo ? "demo" : ""));
    stops.push(folder.release);
    const { path: dir, secrets } = folder;
    const credentials = { accessKeyId: "local", secretAccessKey: secrets.s3SecretKey };
    await checkPorts(options);
    const ports = await portsInside(options.innerPort);
    const { dynamoEndpoint } = options;
    const ground = options.demo ? await startDemo(dir, ports.smtp) : NO_DEMO;
    stops.push(ground.stop);
    const disk = new Disk({ folder: dir, probe: () => probeRoom(databasesIn(dir)) });
    stops.push(disk.watch());
    const cloud = await startCloud({ dir, ports, manifest, credentials, dynamoEndpoint, disk });
    stops.push(cloud.stop);

    const invoke = createInvoke(manifest, load);
    const sockets = createSockets(manifest.websocket, invoke);
    const management = await startSocketManagement(sockets, ports.sockets);
    stops.push(() => closeServer(management.server));

    const port = options.port || (await freePort());
    const url = `http://127.0.0.1:${port}`;
    const siteUrl = options.siteUrl ?? url;
    const resolveValues = {
      // The others come from the surroundings under their own names.
      secret: (name: SecretName) => signingSecretsOf(secrets)[name] ?? "",
      websocket: () => management.endpoint,
      emailFrom: () => options.emailFrom,
      encryption: () => `file:${folder.encryptionKeyFile}`,
      // One process has everything: what needs the right is called with it right there.
      secretFunction: () => "",
      site: () => siteUrl,
      whiteLabelTarget: () => process.env.WHITE_LABEL_TARGET ?? new URL(siteUrl).hostname,
      edgeHosts: () => `file:${join(dir, "hosts.json")}`,
      edgeTenants: () => "file:",
    };
    // The bucket is on the site's own port: browsers post files to it.
    const environment = { cloud, manifest, credentials, s3Endpoint: siteUrl };
    Object.assign(process.env, cloudEnvironment({ ...environment, resolve: resolveValues }));
    // Of what nobody invokes, the site; functions have theirs by the manifest.
    process.env[variable.encryptionRight] = manifest.site.encryption ?? "seal";
    Object.assign(process.env, ground.environment);
    requireSigningKeys();
    process.env.NODE_ENV ??= "production";
    await loadAll(manifest, load);
    const server = createHttp({
      manifest,
      invoke,
      s3Gate: cloud.s3Gate,
      sockets,
      disk,
      site: await options.site?.(),
      behindProxy: options.siteUrl !== undefined,
    });
    await listen(server, port);
    folder.publishAddress(options.siteUrl ?? url);
    stops.push(() => closeServer(server), sockets.close);
    const work = { cloud, manifest, invoke, dir, credentials, disk };
    stops.push(await startWork(work), watchMail(dir));
    const inboxUrl = cloud.ses.endpoint;
    stops.push(await ground.begin({ url, inboxUrl }));
    return { url, inboxUrl, cloud, invoke, stop };
  } catch (error) {
    await stop().catch(console.error);
    throw refusalOf(error, resolve(options.data));
  }
}

const signingSecretsOf = (
  secrets: DataFolder["secrets"],
): Partial<Record<SecretName, string | undefined>> => ({
  SESSION_KEYS: secrets.sessionKeys,
  LINK_KEYS: secrets.linkKeys,
  TOKEN_SECRET: secrets.tokenSecret,
});

/** A disk that is full when the product starts is told like one that is full already when its folder is opened. */
const refusalOf = (error: unknown, folder: string): unknown =>
  isDiskFault(error) ? unusableFolder(folder, error, "") : error;

const NO_DEMO: DemoGround = { environment: {}, begin: async () => () => {}, stop: async () => {} };

async function startDemo(dir: string, smtpPort: number): Promise<DemoGround> {
  const { startDemoGround } = await import("./demo/demo-world.ts");
  return startDemoGround({ dir, smtpPort });
}

/** Fixed ones: queue messages and open pages remember addresses. */
async function portsInside(first: number): Promise<Ports & { sockets: number; smtp: number }> {
  if (first === 0) return { dynamo: await freePort(), sqs: 0, ses: 0, sockets: 0, smtp: 0 };
  return { dynamo: first, sqs: first + 1, ses: first + 2, sockets: first + 3, smtp: first + 4 };
}
