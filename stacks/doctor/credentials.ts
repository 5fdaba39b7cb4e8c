import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { ask, CallFailed, clientOptions, reasonOf } from "./ask.ts";

/** Whose credentials these are. Without an account nothing else can be asked. */
export async function checkCredentials(
  region: string,
): Promise<{ account?: string; findings: Finding[] }> {
  const { ok, blocks } = findings("credentials");
  try {
    const client = new STSClient(clientOptions(region));
    const answer = await ask("sts:GetCallerIdentity", client, () =>
      client.send(new GetCallerIdentityCommand({})),
    );
    const { Account: account, Arn } = answer;
    if (!account) return { findings: [blocks("AWS names no account", "look at AWS_ENDPOINT_URL")] };
    return { account, findings: [ok(`account ${account}, ${Arn ?? "somebody"}`)] };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const { says, mend } = reasonOf(error);
    return { findings: [blocks(says, mend)] };
  }
}
