import type { Attack } from "./support/attack.ts";
import type { World } from "./support/world.ts";

/** Before forms were bounded, these took from 2 to 33 seconds; a busy machine needs some of the first for anything. */
const MOST_MS = 2_000;
const MOST_CHARACTERS = 20_000;

const PAGES = [
  "/login",
  "/client-login",
  "/sign-up",
  "/forgot-password",
  "/email-magic-link",
  "/verify-account",
  "/reset-password",
  "/accept-invitation",
];

type Hostile = { name: string; body: string; type?: string };
const BODIES: readonly Hostile[] = [
  { name: "an index of forty million", body: "email[40000000]=x&password=x" },
  { name: "an index in a field that no form has", body: "intent=sign-up&z[3000000]=x" },
  { name: "a name of 3,000 levels", body: `a${".a".repeat(3_000)}=1` },
  { name: "a million fields", body: "a&".repeat(1_000_000) },
  { name: "a prototype", body: "intent=login&__proto__.isAdmin=1" },
  { name: "a name that every object answers to", body: "intent=login&toString=1" },
  { name: "a list that is given a name of lists", body: "intent=login&a[0]=1&a.map=2" },
  { name: "an intent of the form library", body: "__intent__=%7B" },
  { name: "nine megabytes", body: `email=${"x".repeat(9_000_000)}` },
  { name: "JSON in place of a form", body: "[".repeat(1_000_000), type: "application/json" },
];

/** Whether a page refuses what is no form of its own, soon and in few words. */
async function post({ ask }: World, page: string, { body, type }: Hostile) {
  const headers = { "content-type": type ?? "application/x-www-form-urlencoded" };
  const { status, text, milliseconds } = await ask(page, { body, headers });
  // What is too long may be answered by closing the connection while it is still being sent.
  const isRefused = (status >= 300 && status < 500) || status === 0;
  return {
    held: isRefused && milliseconds < MOST_MS && text.length < MOST_CHARACTERS,
    seen: `${page} ${status} after ${Math.round(milliseconds)} ms, ${text.length} characters`,
  };
}

const forms: readonly Attack[] = BODIES.map((hostile) => ({
  name: `a visitor's form with ${hostile.name} is refused at every page, at once and in few words`,
  async run(world) {
    const seen = [];
    for (const page of PAGES) seen.push(await post(world, `${page}.data`, hostile));
    const wrong = seen.filter(({ held }) => !held);
    return {
      held: wrong.length === 0,
      seen: wrong.length === 0 ? `${seen.length} refused` : wrong.map((one) => one.seen).join("; "),
    };
  },
}));

export const attacks: readonly Attack[] = [
  ...forms,
  {
    name: "a visitor's long JSON is refused before it is parsed",
    async run({ ask }) {
      const body = { email: "x".repeat(100_000), password: "x" };
      const api = await ask("/api/auth/login", { body });
      const call = await ask("/passkey-options", { body: { operation: "x".repeat(100_000) } });
      return {
        held: api.status === 413 && call.status === 413,
        seen: `${api.status} and ${call.status}`,
      };
    },
  },
  {
    name: "a form of another site is refused without an error in the logs",
    async run({ ask }) {
      const headers = { origin: "https://evil.example" };
      const body = new URLSearchParams({ email: "a@b.example", password: "x" });
      const [page, data] = [
        await ask("/login", { body, headers }),
        await ask("/login.data", { body, headers }),
      ];
      return {
        held: page.status === 403 && data.status === 403,
        seen: `${page.status} and ${data.status}`,
      };
    },
  },
  {
    name: "the old way to ask for a screen's data leads to nothing",
    async run({ ask }) {
      const { status } = await ask("/app/settings/api-reference?_data=routes/login");
      return { held: status === 404, seen: String(status) };
    },
  },
];
