import type { Attack } from "./support/attack.ts";
import { PASSWORD, type Person, secretOf, type World } from "./support/world.ts";

/** Gives someone another address, as they would, and leaves the links that were mailed to the one before. */
async function moveAway(world: World, { email, token }: Person): Promise<string> {
  const next = `moved-${email}`;
  const body = { email: next, password: PASSWORD };
  // As the settings' form: the API has no route for it.
  const form = new URLSearchParams({ intent: "change-email", ...body });
  const headers = { cookie: `thaw_session=${token}`, origin: world.url };
  await world.ask("/app/settings/profile", { body: form, headers });
  const uuid = secretOf(await world.linkTo(next, "/verify-account"));
  await world.ask(`/api/auth/verify-user?uuid=${uuid}`);
  const { data } = await world.ask("/api/auth/login", { body });
  return data?.token ? next : "";
}

const KINDS = [
  {
    name: "reset link",
    ask: "/api/auth/password/forgot",
    page: "/reset-password",
    use: "/api/auth/password/reset",
    bodyOf: (secret: string) => ({ uuid: secret, newPassword: "moraine-2027" }),
  },
  {
    name: "magic link",
    ask: "/api/auth/magic-link",
    page: "/email-magic-link",
    use: "/api/auth/magic-link/login",
    bodyOf: (secret: string) => ({ token: secret }),
  },
];

export const attacks: readonly Attack[] = [
  ...KINDS.map(
    ({ name, ask, page, use, bodyOf }): Attack => ({
      name: `a ${name} that was mailed to the address before is dead`,
      async run(world) {
        const person = await world.newMember();
        await world.ask(ask, { body: { email: person.email } });
        const link = await world.linkTo(person.email, page);
        const next = await moveAway(world, person);
        const { status } = await world.ask(use, { body: bodyOf(secretOf(link)) });
        return {
          held: next !== "" && status === 400,
          seen: `moved: ${next !== ""}, then ${status}`,
        };
      },
    }),
  ),
  ...KINDS.map(
    ({ name, ask, page, use, bodyOf }): Attack => ({
      name: `of ten uses of a ${name} at the same moment one works`,
      async run(world) {
        const { email } = await world.newMember();
        await world.ask(ask, { body: { email } });
        const body = bodyOf(secretOf(await world.linkTo(email, page)));
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => world.ask(use, { body })),
        );
        const worked = answers.filter(({ status }) => status === 200).length;
        return { held: worked === 1, seen: `${worked} worked` };
      },
    }),
  ),
  {
    name: "links lead to the product's own address, whatever host the request names",
    async run({ ask, linkTo, newMember, url }) {
      const { email } = await newMember();
      const lies = ["host", "x-forwarded-host", "x-original-host", "x-host", "forwarded"];
      const headers = Object.fromEntries(
        lies
          .slice(1)
          .map((header) => [header, header === "forwarded" ? "host=evil.example" : "evil.example"]),
      );
      const { status } = await ask("/api/auth/magic-link", { body: { email }, headers });
      const link = await linkTo(email, "/email-magic-link");
      const isOurs = link === "" || new URL(link).origin === new URL(url).origin;
      return { held: isOurs, seen: `${status}, ${link === "" ? "no link" : new URL(link).origin}` };
    },
  },
  {
    name: "whoever signed up with somebody else's address cannot log in once its owner has verified it",
    async run({ ask, linkTo }) {
      const email = "victim@prepared.example";
      const body = { name: "Eve", email, password: PASSWORD, terms_accepted: true };
      await ask("/api/auth/signup", { body });
      const uuid = secretOf(await linkTo(email, "/verify-account"));
      const verified = await ask(`/api/auth/verify-user?uuid=${uuid}`);
      const { status } = await ask("/api/auth/login", { body: { email, password: PASSWORD } });
      const held = verified.status === 200 && status === 400;
      return { held, seen: `verified ${verified.status}, the login of the other ${status}` };
    },
  },
];
