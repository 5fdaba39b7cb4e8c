/** How the clients of AWS are made here: nobody waits long for a service that does not answer. In milliseconds. */
export const clientOptions = (region: string) => ({
  region,
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000 },
});

/** A call of AWS that gave no answer: which, and why. */
export class CallFailed extends Error {
  readonly call: string;
  /** AWS's own name of the error, or the network's. */
  readonly code: string;
  readonly status: number | undefined;
  constructor(call: string, cause: unknown) {
    const { name, message, code, $metadata } = (cause ?? {}) as {
      name?: string;
      message?: string;
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    super(message ?? String(cause), { cause });
    this.call = call;
    this.code = (code && /^E[A-Z_]+$/.test(code) ? code : name) ?? "unknown";
    this.status = $metadata?.httpStatusCode;
  }
}

/**
 * Asks AWS once and closes the client.
 *
 * @param call the right that it needs, as policies write it: `lambda:GetAccountSettings`
 * @throws CallFailed
 */
export async function ask<Answer>(
  call: string,
  client: { destroy: () => void },
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    throw new CallFailed(call, error);
  } finally {
    client.destroy();
  }
}

const EXPIRED = /Expired|TokenRefreshRequired/;
const DENIED = /AccessDenied|UnauthorizedOperation|NotAuthorized|AuthorizationError/;
const WRONG =
  /InvalidClientTokenId|UnrecognizedClient|SignatureDoesNotMatch|InvalidAccessKeyId|IncompleteSignature/;
const NO_NETWORK = /^E[A-Z_]+$|Timeout|NetworkingError/;

/** Why a call gave no answer, and what to do about it. */
export function reasonOf({ call, code, status, message }: CallFailed): {
  says: string;
  mend: string;
} {
  if (code === "CredentialsProviderError") {
    return { says: "there are no credentials", mend: "set AWS_PROFILE, or sign in: aws sso login" };
  }
  if (EXPIRED.test(code)) {
    return { says: `the credentials have expired (${call}: ${code})`, mend: "sign in again" };
  }
  if (WRONG.test(code)) {
    const mend =
      "look at AWS_PROFILE, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and at this machine's clock";
    return { says: `AWS does not know the credentials (${call}: ${code})`, mend };
  }
  if (DENIED.test(code) || status === 403) {
    return { says: `${call} is denied (${code})`, mend: `allow these credentials ${call}` };
  }
  if (NO_NETWORK.test(code)) {
    const mend = "look at the network, a proxy, AWS_REGION and AWS_ENDPOINT_URL";
    return { says: `${call} cannot be reached (${code})`, mend };
  }
  const excerpt = message.slice(0, 200);
  return {
    says: `${call} failed (${code}: ${excerpt})`,
    mend: "try again; AWS says what is wrong",
  };
}
