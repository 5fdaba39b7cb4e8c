import type { listMessageLog } from "@thaw/core/engine/delivery/message-log";

export type LogRow = Awaited<ReturnType<typeof listMessageLog>>["items"][number];
