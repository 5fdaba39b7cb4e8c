import { now, toIso } from "@thaw/core/clock";
import { buildPages } from "../../../scripts/build-pages.ts";
import { signUp } from "./api-client.ts";
import { seed } from "./chance.ts";
import { openPostOffice } from "./post-office.ts";
import { installProduct } from "./product.ts";
import { scaleClock } from "./scaled-clock.ts";
import { printFigure } from "./verdict.ts";
import { launch, Work } from "./work.ts";

const RATE = 60;
/** A planner that was killed in its run keeps others away for ten seconds. */
const LEASES_SHORTER = 60;

/** The whole product, which is yet to be started, and the server of its mailboxes, on a fast clock. */
export async function installWithMailboxes(mailboxes: number, answered = 0) {
  printFigure("THAW_FAULT_SEED", seed);
  buildPages();
  scaleClock(toIso(Date.now()), RATE, LEASES_SHORTER);
  const beganAt = now();
  const product = await installProduct();
  // It asks the table that the environment leads to by now.
  const books = await import("./books.ts");
  const addresses = Array.from({ length: mailboxes }, (_, index) => `box${index}@firm.example`);
  const office = await openPostOffice(addresses, answered);
  process.on("exit", product.remove);
  return { product, books, office, beganAt };
}

/** An account of the product that was started, with a campaign that sends and one that takes imports. */
export async function beginWork({
  product,
  books,
  office,
}: Omit<Awaited<ReturnType<typeof installWithMailboxes>>, "beganAt">) {
  const api = await signUp(product);
  const { accountId, sending, importing } = await launch(api, office.places);
  await books.liftLimits(accountId);
  const work = new Work(api, { sending, importing });
  return { api, accountId, campaign: { accountId, campaignId: sending }, work };
}
