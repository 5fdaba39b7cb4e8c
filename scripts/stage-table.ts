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
  // What a stage needs is not installed where there is none.
  const { tableOfStage } = await import("../stacks/table-of-stage.ts");
  env.TABLE_MAIN ??= await tableOfStage(stage, env.AWS_REGION);
}
