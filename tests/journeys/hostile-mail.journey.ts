import { HOSTILE_HTML } from "@thaw/mail/message/hostile-html.fixture";
import { expect, type Locator, type Page } from "playwright/test";
import { paced } from "../../scripts/pace.ts";
import { type Api, apiOf } from "./support/api.ts";
import { signInToDemo, test } from "./support/demo.ts";
import { go } from "./support/go.ts";
import { deliverHtml } from "./support/post.ts";
import type { Product } from "./support/product.ts";

/** A script that runs tells the page around it. */
const TELL = "parent.postMessage(`ran`,`*`)";
const CORPUS = Object.values(HOSTILE_HTML).flatMap((group) =>
  group.map(([hostile]) => hostile.replaceAll("alert(1)", TELL)),
);
/** In two conversations: each shows its hundred newest messages. */
const HALF = Math.floor(CORPUS.length / 2);
const PARTS = [CORPUS.slice(0, HALF), CORPUS.slice(HALF)];
/** Tags that stay, so that no mail is left without HTML: one names the mail, for the picture its whole is offered. */
const marked = (html: string, number: number) =>
  `<i>mail ${number}</i><img src="cid:none" alt="">${html}`;

type Seen = { ran: string[]; reached: string[] };

test("A hundred hostile mails run no script, and nothing is asked of another server before images are wanted", async ({
  page,
  demo,
}) => {
  const seen = await watch(page, demo);
  await signInToDemo(page, demo);
  const api = await apiOf(page, demo);
  expect(CORPUS.length).toBeGreaterThanOrEqual(100);

  const threads = await test.step("they arrive", async () => {
    const mailboxes = await api<{ email: string }[]>("GET /mailboxes");
    for (const [part, mails] of PARTS.entries()) {
      const to = mailboxes[part]?.email ?? "";
      await deliverHtml(demo, mails.map(inPart(part, to)));
    }
    return untilArrived(api);
  });

  for (const [part, mails] of PARTS.entries()) {
    await test.step(`the mails of conversation ${part + 1} are shown as they were written`, async () => {
      await go(page, `${demo.url}/app/master-inbox/${threads[part]}?folder=untracked`);
      const closed = page.locator(".thread-body").getByRole("button", {
        name: "Show whole message",
      });
      await expect(closed).toHaveCount(mails.length);
      await clickAll(closed);
      await expect(page.locator("iframe")).toHaveCount(mails.length);
      expect(seen).toEqual({ ran: [], reached: [] });
    });
  }

  await test.step("were the sanitiser to miss all of it, the frame would stop it", async () => {
    const frames = page.locator("iframe");
    for (const mails of PARTS) await putInto(frames, mails);
    await page.waitForTimeout(1_000);
    expect(seen.ran).toEqual([]);
    expect(seen.reached).toEqual([]);
  });

  await test.step("images come when they are wanted", async () => {
    await clickAll(page.getByRole("button", { name: "Show images" }));
    await expect.poll(() => seen.reached.length).toBeGreaterThan(0);
    expect(seen.ran).toEqual([]);
  });

  await test.step("a script that did run would have been noticed", async () => {
    await page.evaluate(() => window.postMessage("ran", "*"));
    await expect.poll(() => seen.ran).toEqual(["ran"]);
  });
});

/** Collects every sign of a script and every request to a server that is not the product. */
async function watch(page: Page, demo: Product): Promise<Seen> {
  const seen: Seen = { ran: [], reached: [] };
  await page.exposeFunction("scriptRan", (what: string) => void seen.ran.push(what));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    window.addEventListener("message", ({ data }) => {
      if (data === "ran")
        (window as unknown as { scriptRan: (it: string) => void }).scriptRan(data);
    });
  });
  page.on("dialog", (dialog) => {
    seen.ran.push(dialog.message());
    void dialog.dismiss();
  });
  // Whatever gets here was let through by the page's own rules.
  await page.route(
    (url) => url.protocol.startsWith("http") && url.origin !== demo.url,
    async (route) => {
      seen.reached.push(route.request().url());
      await route.abort();
    },
  );
  return seen;
}

const senderOf = (part: number) => `mallory@hostile-${part}.example`;

const inPart = (part: number, to: string) => (html: string, number: number) => ({
  from: senderOf(part),
  to,
  subject: `Hostile ${number}`,
  html: marked(html, number),
  root: `<root@hostile-${part}.example>`,
});

/** Has the mailboxes read until all mails are there. Gives the conversation of each part. */
async function untilArrived(api: Api): Promise<number[]> {
  await api("POST /inbox/refresh");
  const threads: number[] = [];
  for (const [part, mails] of PARTS.entries()) {
    const found = async () => {
      const all = await api<{ id: number; email: string }[]>("GET /inbox/threads?folder=untracked");
      return all.find(({ email }) => email === senderOf(part))?.id;
    };
    await expect.poll(found, { timeout: paced(60_000) }).toBeDefined();
    const id = (await found()) ?? 0;
    const count = async () =>
      (await api<{ messages: object[] }>(`GET /inbox/threads/${id}`)).messages.length;
    await expect.poll(count, { timeout: paced(120_000), intervals: [500] }).toBe(mails.length);
    threads.push(id);
  }
  return threads;
}

/** One by one, each click would wait for the frames of those before it. */
const clickAll = (buttons: Locator) =>
  buttons.evaluateAll((all) => {
    for (const button of all) (button as HTMLElement).click();
  });

/** Shows each mail as nobody has cleaned it, in one of the frames that the product made. */
async function putInto(frames: Locator, mails: readonly string[]): Promise<void> {
  const shown = await frames.evaluateAll(async (elements, bodies) => {
    const show = (made: HTMLIFrameElement, body: string) =>
      new Promise<void>((resolve) => {
        made.addEventListener("load", () => resolve(), { once: true });
        // A refresh that is refused never loads.
        setTimeout(resolve, 2_000);
        made.srcdoc = `${made.srcdoc.split("</style>")[0]}</style>${body}`;
      });
    const made = elements.slice(0, bodies.length) as HTMLIFrameElement[];
    await Promise.all(made.map((frame, index) => show(frame, bodies[index] ?? "")));
    return made.length;
  }, mails);
  expect(shown).toBe(mails.length);
}
