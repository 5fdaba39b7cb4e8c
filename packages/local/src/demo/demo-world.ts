import type { Actor } from "@thaw/core/actor";
import { installDemoWorld } from "@thaw/core/workspace/demo/demo";
import { startDemoClock } from "./demo-clock.ts";
import { openDemoStore } from "./demo-store.ts";
import { startMailWorld } from "./mail-world.ts";
import { characterOf } from "./people.ts";
import { startProspects } from "./prospects.ts";

type Stop = () => Promise<void> | void;

export type DemoGround = {
  /** What the product's variables are besides: no mail server but those of this machine. */
  readonly environment: Record<string, string>;
  /** Lets the world live once the product runs. */
  begin: (product: { url: string; inboxUrl: string }) => Promise<Stop>;
  stop: () => Promise<void>;
};

/** Starts the parts of the demo world that must be there before the product: its clock and its mail servers. */
export async function startDemoGround(options: {
  dir: string;
  /** The first of the mail servers' ports; 0 for free ones. */
  smtpPort: number;
}): Promise<DemoGround> {
  const store = openDemoStore(options.dir);
  const stops: Stop[] = [store.close];
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  try {
    const clock = startDemoClock(store);
    stops.push(clock.stop);
    const refuse = (address: string) =>
      characterOf(address) === "gone" ? `5.1.1 <${address}>: No such user here` : undefined;
    const mail = await startMailWorld({ store, smtpPort: options.smtpPort, refuse });
    stops.push(mail.stop);
    return {
      environment: { ONLY_LOOPBACK_MAIL_HOSTS: "true" },
      stop,
      async begin({ url, inboxUrl }) {
        // The product reads where its table is when it is loaded.
        const [{ fillAccount }, { livePast }, { enterAccount, openDemoAccount }] =
          await Promise.all([
            import("./demo-campaign.ts"),
            import("./demo-past.ts"),
            import("./demo-account.ts"),
          ]);
        const fill = (actor: Actor) => fillAccount(actor, mail);
        const stopping = new AbortController();
        let past = Promise.resolve();
        const fillWithPast = async (actor: Actor) => {
          const { mailboxIds } = await fill(actor);
          // Nobody waits for it: the first screen shows it as it grows.
          past = livePast(actor, mailboxIds, stopping.signal).catch((error: unknown) =>
            console.error("The demo world has no past", error),
          );
        };
        const credentials = await openDemoAccount({ store, inboxUrl, fill: fillWithPast });
        const uninstall = installDemoWorld({
          setSpeed: clock.setSpeed,
          enter: (origin) => enterAccount(credentials, origin),
          fill,
        });
        const endProspects = startProspects({ store, mail, url });
        return async () => {
          uninstall();
          stopping.abort();
          await Promise.all([past, endProspects()]);
        };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
