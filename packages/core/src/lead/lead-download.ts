import * as v from "valibot";
import { nowIso } from "../clock.ts";
import { operation } from "../operation.ts";
import { exportLeads } from "./lead-export.ts";
import { ExportLeads } from "./lead-list.schema.ts";

/** Leads as a CSV file, which is read on as it is taken. What is refused is refused before the file begins. */
export const downloadLeads = operation({
  permission: "leads:read",
  input: ExportLeads,
  output: v.object({ file_name: v.string(), body: v.instance(ReadableStream<Uint8Array>) }),
  async run(actor, wanted) {
    const parts = exportLeads(actor, wanted);
    const { value = "" } = await parts.next();
    const file_name = `leads-${nowIso().slice(0, 10)}.csv`;
    return { file_name, body: streamOf(value, parts) };
  },
});

/** Asks for the next part when its reader has taken the one before. */
function streamOf(first: string, rest: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (file) => file.enqueue(encoder.encode(first)),
    async pull(file) {
      const { value, done } = await rest.next();
      if (done) file.close();
      else file.enqueue(encoder.encode(value));
    },
    async cancel() {
      await rest.return(undefined);
    },
  });
}
