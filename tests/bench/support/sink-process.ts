/** An SMTP server in a process of its own that takes every mail and counts it; sends its port to the parent. */
import { startSink } from "../../support/sink.ts";

const sink = await startSink();
process.send?.({ port: sink.port });
process.on("message", () => process.send?.({ mails: sink.mails.length }));
process.on("disconnect", () => process.exit(0));
