import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { REGION, tableName } from "../packages/local/src/manifest.ts";

/** Where the product on this machine keeps its table, unless the environment says so. */
const INNER_PORT = "18801";

/**
 * Sets the environment so that the product's code reads and writes a stage's table, with the credentials of the surroundings; or
 * that of the product that runs on this machine. To be called before anything of `@thaw/core` is imported.
 *
 * @param stage undefined: this machine
 * @throws what SSM or the search for credentials says
 */
export async function chooseTable(stage: string | undefined): Promise<void> {
  const { env } = process;
  if (stage === undefined) {
    env.TABLE_MAIN ??= tableName;
    env.AWS_REGION ??= REGION;
    env.AWS_ENDPOINT_URL_DYNAMODB ??= `http://127.0.0.1:${env.THAW_INNER_PORT ?? INNER_PORT}`;
    // The embedded table asks for a signature and takes any.
    env.AWS_ACCESS_KEY_ID ??= "local";
    env.AWS_SECRET_ACCESS_KEY ??= "local";
    return;
  }
  env.AWS_REGION ??= "us-east-1";
  env.TABLE_MAIN ??= await tableOfStage(stage, env.AWS_REGION);
}

/** CloudFormation makes the name up; SST writes it down in SSM. */
async function tableOfStage(stage: string, region: string): Promise<string> {
  const client = new SSMClient({ region });
  try {
    const Name = `/sst/thaw/${stage}/Table/main/tableName`;
    const { Parameter } = await client.send(new GetParameterCommand({ Name }));
    if (!Parameter?.Value) throw new Error(`There is no stage ${stage} in ${region}`);
    return Parameter.Value;
  } finally {
    client.destroy();
  }
}
