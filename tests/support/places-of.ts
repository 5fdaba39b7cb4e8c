import { buffer } from "node:stream/consumers";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { readObject } from "../../packages/data/src/bucket.ts";
import { client, table } from "../../packages/data/src/table.ts";

/** Every row of the table and every object of the bucket with the word in it, in whatever case. */
export async function placesOf(bucket: string, word: string): Promise<string[]> {
  const found: string[] = [];
  let from: unknown;
  do {
    const page = await client.send("Scan", { TableName: table, ExclusiveStartKey: from });
    for (const row of (page.Items ?? []) as Record<string, unknown>[]) {
      if (JSON.stringify(row).toLowerCase().includes(word)) {
        found.push(String(row.__edb_e__));
      }
    }
    from = page.LastEvaluatedKey;
  } while (from);
  const s3 = new S3Client({ forcePathStyle: true });
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  for (const { Key = "" } of Contents) {
    const body = (await buffer(await readObject(Key))).toString("utf8").toLowerCase();
    if (`${Key} ${body}`.includes(word)) found.push("object");
  }
  return found.sort();
}
