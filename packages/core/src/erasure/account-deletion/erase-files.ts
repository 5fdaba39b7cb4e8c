import { deleteObject, listObjects } from "@thaw/data/bucket";
import { concurrently } from "@thaw/data/concurrently";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { app } from "../../manifest.ts";

const PAGE = 200;
const WIDTH = 8;

/** Deletes every object of an account, also what was posted and not taken into use, and exports. */
export const fileErasure = erasedWithAccount(["files"], {
  entities: [],
  async *erase(accountId) {
    for (const folder of ["", ...Object.values(app.buckets.files.oneDayPrefixes)]) {
      for (;;) {
        const keys = await listObjects(`${folder}acct/${accountId}/`, PAGE);
        if (keys.length === 0) break;
        await concurrently(keys, WIDTH, deleteObject);
        yield keys.length;
      }
    }
  },
});
