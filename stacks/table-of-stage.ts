import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";

/**
 * The name of a stage's table: CloudFormation makes it up; SST writes it down in SSM.
 *
 * @throws what SSM or the search for credentials says
 */
export async function tableOfStage(stage: string, region: string): Promise<string> {
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
