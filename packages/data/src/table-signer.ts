import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

const ALGORITHM = "AWS4-HMAC-SHA256";

export type Access = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
};

/** `path`: of letters, digits, hyphens and slashes, which are signed as they are; the root unless given. */
type Endpoint = { service: string; region: string; host: string; path?: string };

/**
 * Signs the requests of AWS's JSON protocol to one service: POST to one path, distinguished by their target, with Signature Version 4
 * (docs.aws.amazon.com, "Create a signed AWS API request"). A day's key is kept as a key of Node's own, which looks for long
 * what kind of a key bytes are.
 *
 * @returns all headers but the length
 */
export function newSigner(
  { service, region, host, path = "/" }: Endpoint,
  { accessKeyId, secretAccessKey, sessionToken }: Access,
): (target: string, body: string, at?: Date) => Record<string, string> {
  let known: { date: string; key: KeyObject } | undefined;
  const keyOf = (date: string): KeyObject => {
    if (known?.date !== date) {
      const parts = [date, region, service, "aws4_request"];
      const first: string | Buffer = `AWS4${secretAccessKey}`;
      const bytes = parts.reduce<string | Buffer>((key, part) => hmac(key, part).digest(), first);
      known = { date, key: createSecretKey(bytes as Buffer) };
    }
    return known.key;
  };
  return (target, body, at = new Date()) => {
    const instant = at.toISOString().replace(/[:-]|\.\d{3}/g, "");
    const date = instant.slice(0, 8);
    // In the order of their names, as they are signed.
    const headers: Record<string, string> = {
      "content-type": "application/x-amz-json-1.0",
      host,
      "x-amz-date": instant,
      ...(sessionToken ? { "x-amz-security-token": sessionToken } : {}),
      "x-amz-target": target,
    };
    const names = Object.keys(headers).join(";");
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
    const request = `POST\n${path}\n\n${lines.join("")}\n${names}\n${hash("sha256", body)}`;
    const scope = `${date}/${region}/${service}/aws4_request`;
    const text = `${ALGORITHM}\n${instant}\n${scope}\n${hash("sha256", request)}`;
    const signature = hmac(keyOf(date), text).digest("hex");
    headers.authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return headers;
  };
}

const hmac = (key: string | Buffer | KeyObject, text: string) =>
  createHmac("sha256", key).update(text, "utf8");
