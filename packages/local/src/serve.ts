import { type LocalOptions, startLocal } from "./local.ts";

/**
 * Runs the product until the process is told to stop: the program around `startLocal`.
 *
 * @param read gives the settings, or throws what is wrong with them
 */
export async function serve(read: () => LocalOptions): Promise<void> {
  // As in Lambda, where a fault ends one sandbox and the rest goes on: what matters is on disk.
  process.on("uncaughtException", (error) => console.error("A fault in the background", error));
  const { options, local } = await start(read).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    console.log("Stopping…");
    void local.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // The parent process was killed.
  process.on("disconnect", stop);

  console.log(`Mail that Thaw itself sends is kept at ${local.inboxUrl}`);
  console.log(`Thaw is ready: ${options.siteUrl ?? local.url}`);
}

async function start(read: () => LocalOptions) {
  const options = read();
  return { options, local: await startLocal(options) };
}
