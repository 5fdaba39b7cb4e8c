import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { freePort } from "@thaw/local/free-port";

const NAMESPACE = 'xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"';
const ROOT = "/2020-05-31/distribution-tenant";
const CERTIFICATE = "arn:aws:acm:us-east-1:123456789012:certificate/";

type CertificateStatus = "pending-validation" | "issued" | "failed";
export type Tenant = {
  id: string;
  name: string;
  distributionId: string;
  connectionGroupId: string;
  domain: string;
  enabled: boolean;
  /** InProgress until it is what it was told to be everywhere: `deploy`. */
  isDeployed: boolean;
  version: number;
  /** The certificate that was asked for, and how that went. */
  certificate: CertificateStatus;
  requests: number;
  certificateArn: string;
};

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** The first element of a name, whatever is around it. */
const textOf = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";

const etagOf = ({ id, version }: Tenant) => `E${id.toUpperCase()}V${version}`;

function describe(tenant: Tenant): string {
  const isActive = tenant.enabled && tenant.isDeployed && tenant.certificateArn !== "";
  const own = tenant.certificateArn
    ? `<Customizations><Certificate><Arn>${tenant.certificateArn}</Arn></Certificate></Customizations>`
    : "";
  return `<?xml version="1.0"?><DistributionTenant ${NAMESPACE}><Id>${tenant.id}</Id><DistributionId>${tenant.distributionId}</DistributionId><Name>${tenant.name}</Name><Domains><member><Domain>${tenant.domain}</Domain><Status>${isActive ? "active" : "inactive"}</Status></member></Domains>${own}<ConnectionGroupId>${tenant.connectionGroupId}</ConnectionGroupId><Enabled>${tenant.enabled}</Enabled><Status>${tenant.isDeployed ? "Deployed" : "InProgress"}</Status></DistributionTenant>`;
}

const describeCertificate = ({ id, certificate, requests }: Tenant) =>
  `<?xml version="1.0"?><ManagedCertificateDetails ${NAMESPACE}><CertificateArn>${CERTIFICATE}${id}-${requests}</CertificateArn><CertificateStatus>${certificate}</CertificateStatus></ManagedCertificateDetails>`;

// The product's client keeps the address that it saw first, and the test files of a process share it: one server at a time.
let port: Promise<number> | undefined;

type Call = { id: string; url: URL; xml: string; request: IncomingMessage };
type Answer = { status: number; tenant?: Tenant; xml?: string };

/**
 * CloudFront's API of distribution tenants (REST-XML, 2020-05-31) on a loopback port: it keeps tenants, refuses a name or a
 * domain twice, a stale or missing If-Match, the deletion of what is on or not yet off everywhere, and unsigned requests.
 */
export async function startCloudFront() {
  const tenants = new Map<string, Tenant>();
  const calls: string[] = [];
  /** Domains that something outside of this account holds, and ones whose CNAME CloudFront does not see. */
  const elsewhere = new Set<string>();
  const unseen = new Set<string>();
  let throttled = 0;
  let failure: string | undefined;
  let made = 0;

  const find = (id: string) => {
    const tenant = tenants.get(id);
    if (!tenant) throw new Refusal(404, "EntityNotFound");
    return tenant;
  };
  const findToChange = (id: string, request: IncomingMessage) => {
    const tenant = find(id);
    const ifMatch = request.headers["if-match"];
    if (ifMatch === undefined) throw new Refusal(400, "InvalidIfMatchVersion");
    if (ifMatch !== etagOf(tenant)) throw new Refusal(412, "PreconditionFailed");
    return tenant;
  };

  const create = (xml: string): Tenant => {
    const [name, domain] = [textOf(xml, "Name"), textOf(xml, "Domain")];
    const all = [...tenants.values()];
    if (unseen.has(domain)) throw new Refusal(400, "InvalidArgument");
    if (elsewhere.has(domain)) throw new Refusal(409, "CNAMEAlreadyExists");
    if (all.some((each) => each.name === name)) throw new Refusal(409, "EntityAlreadyExists");
    if (all.some((each) => each.domain === domain)) throw new Refusal(409, "CNAMEAlreadyExists");
    if (textOf(xml, "ValidationTokenHost") !== "cloudfront") {
      throw new Refusal(400, "InvalidArgument");
    }
    const tenant: Tenant = {
      id: `dt_${++made}`,
      name,
      domain,
      distributionId: textOf(xml, "DistributionId"),
      connectionGroupId: textOf(xml, "ConnectionGroupId"),
      enabled: textOf(xml, "Enabled") === "true",
      isDeployed: false,
      version: 1,
      certificate: "pending-validation",
      requests: 1,
      certificateArn: "",
    };
    tenants.set(tenant.id, tenant);
    return tenant;
  };

  const update = (tenant: Tenant, xml: string): Tenant => {
    if (textOf(xml, "Domain") !== tenant.domain) throw new Refusal(400, "InvalidArgument");
    if (xml.includes("<ManagedCertificateRequest>")) {
      Object.assign(tenant, { certificate: "pending-validation", requests: tenant.requests + 1 });
    }
    return Object.assign(tenant, {
      // What an update leaves out is gone.
      certificateArn: textOf(xml, "Arn"),
      enabled: textOf(xml, "Enabled") === "true",
      isDeployed: false,
      version: tenant.version + 1,
    });
  };

  const remove = (tenant: Tenant) => {
    if (tenant.enabled || !tenant.isDeployed) throw new Refusal(409, "ResourceNotDisabled");
    tenants.delete(tenant.id);
  };

  const routes: Record<string, (call: Call) => Answer> = {
    [`POST ${ROOT}`]: ({ xml }) => ({ status: 201, tenant: create(xml) }),
    [`GET ${ROOT}`]: ({ url }) => {
      const domain = url.searchParams.get("domain");
      const known = [...tenants.values()].find((each) => each.domain === domain);
      return { status: 200, tenant: find(known?.id ?? "") };
    },
    [`PUT ${ROOT}/{id}`]: ({ id, request, xml }) => ({
      status: 200,
      tenant: update(findToChange(id, request), xml),
    }),
    [`DELETE ${ROOT}/{id}`]: ({ id, request }) => {
      remove(findToChange(id, request));
      return { status: 204 };
    },
    "GET /2020-05-31/managed-certificate/{id}": ({ id }) => ({
      status: 200,
      xml: describeCertificate(find(id)),
    }),
  };

  const refuseSome = (request: IncomingMessage) => {
    if (throttled-- > 0) throw new Refusal(400, "Throttling");
    const code = failure;
    failure = undefined;
    if (code !== undefined) throw new Refusal(403, code);
    const isSigned = request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ");
    if (!isSigned) throw new Refusal(403, "AccessDenied");
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://cloudfront.invalid");
    const call = `${request.method} ${url.pathname.replace(/dt_\d+/, "{id}")}`;
    calls.push(call);
    const xml = await text(request);
    refuseSome(request);
    const id = /dt_\d+/.exec(url.pathname)?.[0] ?? "";
    const given = routes[call]?.({ id, url, xml, request });
    if (!given) throw new Refusal(404, "NoSuchResource");
    const etag = given.tenant ? { etag: etagOf(given.tenant) } : {};
    response.writeHead(given.status, { "content-type": "text/xml", ...etag });
    response.end(given.xml ?? (given.tenant && describe(given.tenant)));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, "InternalError");
      response.writeHead(status, { "content-type": "text/xml" });
      response.end(
        `<?xml version="1.0"?><ErrorResponse ${NAMESPACE}><Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
      );
    });
  });
  port ??= freePort();
  const chosen = await port;
  await new Promise<void>((resolve) => server.listen(chosen, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${chosen}`,
    /** Every request, oldest first, with `{id}` in place of a tenant's. */
    calls,
    elsewhere,
    unseen,
    tenantOf: (domain: string) => [...tenants.values()].find((each) => each.domain === domain),
    /** Adds what someone else has made. */
    add: (tenant: Tenant) => tenants.set(tenant.id, tenant),
    /** The next so many requests are refused for their number. */
    throttle: (requests: number) => {
      throttled = requests;
    },
    /** The next request is refused with this code. */
    failNext: (code: string) => {
      failure = code;
    },
    /** All is everywhere now as it was told to be. */
    deploy: () => {
      for (const tenant of tenants.values()) tenant.isDeployed = true;
    },
    decide: (domain: string, certificate: CertificateStatus) => {
      for (const tenant of tenants.values()) {
        if (tenant.domain === domain) tenant.certificate = certificate;
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
