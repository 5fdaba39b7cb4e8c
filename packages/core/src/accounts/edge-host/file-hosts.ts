import { readFile, rename, writeFile } from "node:fs/promises";
import type { EdgeHosts } from "./edge-host-store.ts";

type Hosts = Record<string, string>;

let last: Promise<void> = Promise.resolve();

/** One JSON object of host → account in a file, for one process on one machine. */
export function fileHosts(path: string): EdgeHosts {
  const change = (edit: (hosts: Hosts) => Hosts) => {
    const turn = last.then(() => rewrite(path, edit));
    // The next one's turn comes also after a failure, which is reported to the caller that made it.
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    put: (host, accountId) => change((hosts) => ({ ...hosts, [host]: String(accountId) })),
    remove: (host) => change(({ [host]: _removed, ...others }) => others),
  };
}

async function rewrite(path: string, edit: (hosts: Hosts) => Hosts): Promise<void> {
  const hosts = JSON.parse(await readOr(path, "{}")) as Hosts;
  // Readers see the old file or the new one, never half of one.
  await writeFile(`${path}.new`, JSON.stringify(edit(hosts), null, 2));
  await rename(`${path}.new`, path);
}

async function readOr(path: string, otherwise: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  }
}
