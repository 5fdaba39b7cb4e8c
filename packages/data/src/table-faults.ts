import { channel } from "node:diagnostics_channel";

/** The channel of Node's diagnostics on which answers are told that are the table's own fault. */
export const TABLE_FAULTS = "thaw:table-fault";

/** An answer with a status of 500 or above; the request may be made again. */
export type TableFault = { name: string; message: string };

const faults = channel(TABLE_FAULTS);

/** Tells whoever listens in this process, of which the built pages have a copy of this module. */
export function publishFault({ name, message }: TableFault): void {
  if (faults.hasSubscribers) faults.publish({ name, message });
}
