import { HOSTILE_HTML } from "@thaw/mail/message/hostile-html.fixture";
import { expect, type Locator, type Page } from "playwright/test";
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
/** In two parts: a conversation shows its hundred newest messages. */
const AT_ONCE = Math.ceil(CORPUS.length / 2);
/** A tag that stays, so that no mail is left without HTML, and which names the mail. */
const marked = (html: string, number: number) => `<i>mail ${number}</i>${html}`;

type Seen = { ran: string[]; reached: string[] };

test("A hundred hostile mails run no script, and nothing is asked of another server before images are wanted", async ({
  page,
  demo,
}) => {
  const seen = await watch(page, demo);
  await signInToDemo(page, demo);
  const api = await apiOf(page, demo);
  const { from, to } = await openFirstThread(page, demo);
  const thread = page.url();
  expect(CORPUS.length).toBeGreaterThanOrEqual(100);

  for (let first = 0; first < CORPUS.length; first += AT_ONCE) {
    const numbers = CORPUS.map((_, number) => number).slice(first, first + AT_ONCE);
    await test.step(`mails ${first} to ${first + numbers.length - 1}`, async () => {
      // An open conversation would be drawn again with each of them.
      await page.goto("about:blank");
      await deliverHtml(
        demo,
        numbers.map((number) => {
          const html = marked(CORPUS[number] ?? "", number);
          return { from, to, subject: `Re: hostile ${number}`, html };
        }),
      );
      const last = numbers.at(-1) ?? 0;
      await untilArrived(api, thread, last);
      await showAll(page, thread, last);
      const frames = page.locator("iframe");
      await expect.poll(() => frames.count()).toBeGreaterThanOrEqual(numbers.length);
      expect(seen).toEqual({ ran: [], reached: [] });
    });
  }

  await test.step("were the sanitiser to miss all of it, the frame would stop it", async () => {
    const frames = page.locator("iframe");
    for (let first = 0; first < CORPUS.length; first += AT_ONCE) {
      await putInto(frames, CORPUS.slice(first, first + AT_ONCE));
    }
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

/** Opens the newest conversation. Gives the two addresses that it is between. */
async function openFirstThread(
  page: Page,
  { url }: Product,
): Promise<{ from: string; to: string }> {
  await go(page, `${url}/app/master-inbox`);
  const first = page.getByRole("list").locator("a[href*='/app/master-inbox/']").first();
  await first.click({ timeout: 120_000 });
  const words = await page.locator(".message[data-direction=in] .message-from").first().innerText();
  const [from = "", to = ""] = words.split(" to ");
  return { from, to };
}

/** Has the mailboxes read until the last mail is in the conversation. */
async function untilArrived(api: Api, address: string, last: number): Promise<void> {
  await api("POST /inbox/refresh");
  const thread = new URL(address).pathname.split("/").at(-1);
  const hasArrived = async () =>
    JSON.stringify(await api(`GET /inbox/threads/${thread}`)).includes(`mail ${last}`);
  await expect.poll(hasArrived, { timeout: 120_000, intervals: [1_000] }).toBe(true);
}

/** Opens each message of the conversation as it was written. */
async function showAll(page: Page, thread: string, last: number): Promise<void> {
  await go(page, thread);
  await expect(page.locator(".message", { hasText: `mail ${last}` })).toBeVisible();
  await clickAll(page.locator(".thread-body").getByRole("button", { name: "Show whole message" }));
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
