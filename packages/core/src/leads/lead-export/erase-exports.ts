import { say } from "@thaw/text/say";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { dropFile } from "./export-file.ts";
import { failExport } from "./export-lease.ts";
import { LeadExportEntity } from "./lead-export.entity.ts";

const PAGE = 100;

type Page = {
  data: { accountId: number; exportId: number; fileKey: string; uploadId?: string | undefined }[];
  cursor: string | null;
};

/**
 * Deletes an account's exports with their files, and yields for each whether it had one, as 1 or 0. One that is being
 * written ends. Safe to run twice and to interrupt anywhere. Also used for a person's erasure: any file may hold the
 * person, and any can be exported again without them.
 */
export async function* eraseExports(accountId: number): AsyncGenerator<number> {
  let cursor: string | null = null;
  do {
    const page: Page = await LeadExportEntity.query
      .byAccount({ accountId })
      .go({ limit: PAGE, cursor, consistent: true });
    for (const { exportId, ...file } of page.data) {
      // Whoever is writing it loses it first, and deletes what it writes after this.
      await failExport({ accountId, exportId }, say("leadFile.exportErased"));
      const hadFile = await dropFile(file);
      await LeadExportEntity.delete({ accountId, exportId }).go({ response: "none" });
      yield hadFile ? 1 : 0;
    }
    cursor = page.cursor;
  } while (cursor !== null);
}

export const exportErasure = erasedWithAccount(["imports"], {
  entities: ["leadExport"],
  erase: eraseExports,
});
