import type { App } from "sst/constructs";
import { api } from "./api.ts";
import { BUNDLE } from "./bundle.ts";
import { hosts } from "./hosts.ts";
import { ownLogs } from "./logs.ts";
import { monitor } from "./monitor.ts";
import { removeAllElse } from "./removal.ts";
import { liftRuntimes, RUNTIME } from "./runtime.ts";
import { settingsOf } from "./settings.ts";
import { storage } from "./storage.ts";
import { web } from "./web.ts";
import { workers } from "./workers.ts";

export type { SSTConfig } from "sst";

/** Defines every stack of a stage. */
export function stacks(app: App): void {
  const { permanent, logRetention } = settingsOf(app.stage);
  removeAllElse(app, permanent);
  app.setDefaultFunctionProps({
    runtime: RUNTIME,
    architecture: "arm_64",
    nodejs: BUNDLE,
    environment: { NODE_OPTIONS: "--enable-source-maps" },
  });
  liftRuntimes(app);
  ownLogs(app, logRetention);
  app.stack(storage, { id: "Storage" });
  app.stack(hosts, { id: "Hosts" });
  app.stack(api, { id: "Api" });
  app.stack(web, { id: "Web" });
  // After the distribution of agencies' hosts, which one of them manages.
  app.stack(workers, { id: "Workers" });
  app.stack(monitor, { id: "Monitor" });
}
