import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** AWS Signature Version 4 for S3, the checking side: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
export type Credentials = { accessKeyId: string; secretAccessKey: string };

export type SignedRequest = {
  method: string;
  /** As it came, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600;

/** What S3 answers instead of doing what was asked. */
export class S3Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const denied = (message: string) => new S3Refusal(403, "AccessDenied", message);
const mismatch = () =>
  new S3Refusal(403, "SignatureDoesNotMatch", "The signature does not match the request");

/** @throws S3Refusal unless the request was signed with the credentials and is still valid at `now` */
export function verifyRequest(request: SignedRequest, credentials: Credentials, now: number): void {
  const claim = request.query.has("X-Amz-Signature") ? claimOfUrl(request) : claimOfHeader(request);
  const signedAt = parseDate(claim.date);
  if (claim.expiresSeconds === undefined) {
    if (Math.abs(now - signedAt) > MAX_SKEW_MS) {
      throw new S3Refusal(403, "RequestTimeTooSkewed", "The request is too old or too new");
    }
  } else {
    const { expiresSeconds } = claim;
    if (!(expiresSeconds > 0 && expiresSeconds <= MAX_EXPIRY_SECONDS)) {
      throw new S3Refusal(
        400,
        "AuthorizationQueryParametersError",
        "X-Amz-Expires is out of range",
      );
    }
    if (now > signedAt + expiresSeconds * 1000) throw denied("Request has expired");
    if (now < signedAt - MAX_SKEW_MS) throw denied("Request is not yet valid");
  }
  const scope = scopeOf(claim.credential, credentials);
  const canonical = canonicalRequest(request, claim.signedHeaders, claim.payloadHash);
  const toSign = ["AWS4-HMAC-SHA256", claim.date, scope.path, sha256(canonical)].join("\n");
  if (!sameText(sign(credentials, scope, toSign), claim.signature)) throw mismatch();
}

export type PostForm = {
  bucket: string;
  /** Names in lower case. */
  fields: Readonly<Record<string, string>>;
};

/** How large the file may be, in bytes. */
export type SizeRange = { minBytes: number; maxBytes: number };

/** @throws S3Refusal unless the form carries a signed, living policy, keeps every condition of it and has no field besides */
export function verifyPolicy(form: PostForm, credentials: Credentials, now: number): SizeRange {
  const { policy, "x-amz-credential": credential, "x-amz-signature": signature } = form.fields;
  if (!policy || !credential || !signature) throw denied("The form carries no signed policy");
  const scope = scopeOf(credential, credentials);
  if (!sameText(sign(credentials, scope, policy), signature)) throw mismatch();
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, "base64").toString()) as {
    expiration: string;
    conditions: unknown[];
  };
  if (!(now <= Date.parse(expiration))) {
    throw denied("Invalid according to Policy: Policy expired.");
  }
  const size = { minBytes: 0, maxBytes: Number.POSITIVE_INFINITY };
  const named = new Set(["policy", "x-amz-signature"]);
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === SIZE_CONDITION) {
      size.minBytes = Math.max(size.minBytes, Number(condition[1]));
      size.maxBytes = Math.min(size.maxBytes, Number(condition[2]));
    } else {
      for (const name of checkCondition(condition, form)) named.add(name);
    }
  }
  const extra = Object.keys(form.fields).filter(
    (name) => !named.has(name) && !name.startsWith("x-ignore-"),
  );
  if (extra.length > 0) {
    throw denied(`Invalid according to Policy: Extra input fields: ${extra.join(", ")}`);
  }
  return size;
}

const SIZE_CONDITION = "content-length-range";

/** @throws S3Refusal */
export function requireSize({ minBytes, maxBytes }: SizeRange, fileBytes: number): void {
  if (fileBytes < minBytes) {
    throw new S3Refusal(400, "EntityTooSmall", "The upload is smaller than the minimum size");
  }
  if (fileBytes > maxBytes) {
    throw new S3Refusal(400, "EntityTooLarge", "The upload exceeds the maximum allowed size");
  }
}

/** @returns the names of the fields that it is about. @throws S3Refusal */
function checkCondition(condition: unknown, form: PostForm): string[] {
  const nameOf = (name: string) => name.replace(/^\$/, "").toLowerCase();
  const value = (name: string) => (name === "bucket" ? form.bucket : (form.fields[name] ?? ""));
  if (!Array.isArray(condition)) {
    return Object.entries(condition as Record<string, string>).map(([given, wanted]) => {
      const name = nameOf(given);
      if (value(name) !== wanted) throw conditionFailed(condition);
      return name;
    });
  }
  const [operator, first, second] = condition as [string, string, string];
  const name = nameOf(String(first));
  const actual = value(name);
  const kept =
    operator === "eq"
      ? actual === second
      : operator === "starts-with" && actual.startsWith(String(second));
  if (!kept) throw conditionFailed(condition);
  return [name];
}

const conditionFailed = (condition: unknown) =>
  denied(`Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`);

type Claim = {
  credential: string;
  signedHeaders: string;
  signature: string;
  /** "20260131T120000Z" */
  date: string;
  payloadHash: string;
  /** Only a presigned URL says how long it lives. */
  expiresSeconds?: number;
};

function claimOfUrl({ query }: SignedRequest): Claim {
  const get = (name: string) => query.get(name) ?? "";
  return {
    credential: get("X-Amz-Credential"),
    signedHeaders: get("X-Amz-SignedHeaders"),
    signature: get("X-Amz-Signature"),
    date: get("X-Amz-Date"),
    payloadHash: query.get("X-Amz-Content-Sha256") ?? "UNSIGNED-PAYLOAD",
    expiresSeconds: Number(get("X-Amz-Expires")),
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/;

function claimOfHeader({ headers }: SignedRequest): Claim {
  const match = AUTHORIZATION.exec(text(headers.authorization));
  if (!match) throw denied("Access Denied");
  const [, credential = "", signedHeaders = "", signature = ""] = match;
  return {
    credential,
    signedHeaders,
    signature,
    date: text(headers["x-amz-date"]),
    payloadHash: text(headers["x-amz-content-sha256"]),
  };
}

type Scope = { date: string; region: string; path: string };

function scopeOf(credential: string, { accessKeyId }: Credentials): Scope {
  const [key, date = "", region = "", service, end] = credential.split("/");
  if (key !== accessKeyId) throw new S3Refusal(403, "InvalidAccessKeyId", "This key is not known");
  if (service !== "s3" || end !== "aws4_request") throw mismatch();
  return { date, region, path: `${date}/${region}/s3/aws4_request` };
}

function canonicalRequest(request: SignedRequest, signedHeaders: string, payloadHash: string) {
  const names = signedHeaders.split(";");
  // A signature that leaves the host out could be used against another one.
  if (!names.includes("host")) throw mismatch();
  const path = request.path.split("/").map((part) => encode(decodeURIComponent(part)));
  const query = [...request.query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="));
  const headers = names.map(
    (name) => `${name}:${text(request.headers[name]).trim().replace(/\s+/g, " ")}\n`,
  );
  return [
    request.method,
    path.join("/"),
    query.join("&"),
    headers.join(""),
    signedHeaders,
    payloadHash,
  ].join("\n");
}

function sign({ secretAccessKey }: Credentials, scope: Scope, toSign: string): string {
  const key = [scope.date, scope.region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, toSign).toString("hex");
}

/** RFC 3986 2.3: everything but unreserved characters, which encodeURIComponent is not strict about. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function parseDate(value: string): number {
  const iso = value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) throw denied("The request carries no valid date");
  return instant;
}

const text = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(",") : (value ?? "");
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const sha256 = (value: string) => createHash("sha256").update(value).digest("hex");
const hmac = (key: string | Buffer, value: string) =>
  createHmac("sha256", key).update(value).digest();

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
