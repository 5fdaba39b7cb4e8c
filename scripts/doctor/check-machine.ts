import { type LocalSettings, readSettings } from "../../packages/local/src/config.ts";
import { checkAddresses } from "./addresses.ts";
import { checkClock } from "./clock.ts";
import { checkDataFolder } from "./data-folder.ts";
import { type Finding, findings } from "./finding.ts";
import { checkNameServers } from "./name-servers.ts";
import { checkNode } from "./node-version.ts";
import { checkOutgoing } from "./outgoing.ts";
import { checkPages } from "./pages.ts";
import { checkPort } from "./port.ts";

type Options = { port?: string; data?: string };

/** Looks at this machine alone; asks nobody on the Internet. */
export async function examineMachine({ port, data }: Options): Promise<Finding[]> {
  const args = [...(port ? ["--port", port] : []), ...(data ? ["--data", data] : [])];
  let settings: LocalSettings;
  try {
    settings = readSettings(args, process.env);
  } catch (error) {
    const { message } = error as Error;
    return [
      checkNode(),
      findings("settings").blocks(message, "mend the option, or the variable of its name"),
    ];
  }
  const found = [
    checkNode(),
    await checkPort(settings.port),
    checkDataFolder(settings.data),
    checkClock(Date.now()),
    checkPages(),
    ...checkAddresses(settings, process.env),
    checkNameServers(),
    checkOutgoing(),
  ];
  return found;
}
