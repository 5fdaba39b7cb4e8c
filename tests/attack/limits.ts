import { randomInt } from "node:crypto";
import { request } from "node:http";
import type { Attack } from "./support/attack.ts";
import { PASSWORD } from "./support/world.ts";

type Sent = { ip: string; type?: string; cookie?: string };

/** A network address of this very machine that no other attack uses. */
const someAddress = () => `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;

/** The status of a POST from such an address. */
function post(url: string, body: string, { ip, type = "application/json", cookie }: Sent) {
  const headers = { "content-type": type, ...(cookie ? { cookie } : {}) };
  return new Promise<number>((resolve, reject) => {
    const sent = request(url, { method: "POST", localAddress: ip, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** How many of these requests, ten at a time, were not refused with 429. */
async function answered(count: number, ask: (at: number) => Promise<number>): Promise<number> {
  let taken = 0;
  for (let at = 0; at < count; at += 10) {
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, step) => ask(at + step)));
    taken += statuses.filter((status) => status !== 429).length;
  }
  return taken;
}

const signUpAs = (email: string, name = "Eve") =>
  JSON.stringify({ name, email, password: PASSWORD, terms_accepted: true });

/** Of one minute; the next may begin meanwhile. */
const MOST_OF_VISITORS = 600;

export const attacks: readonly Attack[] = [
  {
    name: "one network address opens ten accounts an hour",
    async run({ url }) {
      const ip = someAddress();
      const opened = await answered(30, (at) =>
        post(`${url}/api/auth/signup`, signUpAs(`eve@flood-${ip}-${at}.example`), { ip }),
      );
      return { held: opened === 10, seen: `${opened} of 30 opened` };
    },
  },
  {
    name: "nobody is greeted in an email with somebody else's link",
    async run({ url }) {
      const body = signUpAs("victim@greeted.example", "Your invoice: https://evil.example/pay");
      const status = await post(`${url}/api/auth/signup`, body, { ip: someAddress() });
      return { held: status === 400, seen: String(status) };
    },
  },
  {
    name: "an address gets three emails an hour, whatever a team does to invite it",
    async run({ ask, stranger }) {
      const { token } = stranger;
      const body = { email: "victim@invited.example", role: "ADMIN_ACCESS" };
      let mailed = 0;
      for (let count = 0; count < 8; count += 1) {
        const { status, data } = await ask("/api/team", { token, body });
        if (status >= 400) break;
        mailed += 1;
        await ask(`/api/team/${data.id}/invitation`, { method: "DELETE", token });
      }
      return { held: mailed <= 3, seen: `${mailed} mailed` };
    },
  },
  {
    name: "visitors' requests to the API and to screens are counted by network address",
    isSlow: true,
    async run({ url }) {
      const ip = someAddress();
      const body = JSON.stringify({ email: "nobody@x.example", password: "x" });
      await answered(350, () => post(`${url}/api/auth/login`, body, { ip }));
      const type = "application/x-www-form-urlencoded";
      const taken = await answered(MOST_OF_VISITORS, () =>
        post(`${url}/forgot-password.data`, "intent=none", { ip, type }),
      );
      return { held: taken < MOST_OF_VISITORS, seen: `${taken} of ${MOST_OF_VISITORS} taken` };
    },
  },
  {
    name: "a session that the API refuses is refused by uploads too",
    isSlow: true,
    async run({ ask, url, newMember }) {
      const { token } = await newMember();
      await answered(700, async () => (await ask("/api/tags", { token })).status);
      const cookie = `thaw_session=${token}`;
      const body = JSON.stringify({ operation: "startProfileUpload", input: {} });
      const taken = await answered(700, () =>
        post(`${url}/app/upload`, body, { ip: someAddress(), cookie }),
      );
      return { held: taken < 700, seen: `${taken} of 700 taken` };
    },
  },
];
