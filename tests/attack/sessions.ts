import type { Attack } from "./support/attack.ts";
import { PASSWORD } from "./support/world.ts";

export const attacks: readonly Attack[] = [
  {
    name: "a token that was signed out opens nothing",
    async run({ ask, newMember }) {
      const { token } = await newMember();
      const before = await ask("/api/auth/me", { token });
      await ask("/api/auth/logout", { method: "POST", token });
      const { status } = await ask("/api/auth/me", { token });
      return { held: before.status === 200 && status === 401, seen: `${before.status}, ${status}` };
    },
  },
  {
    name: "a changed password ends the other sessions",
    async run({ ask, newMember }) {
      const { email, token } = await newMember();
      const second = await ask("/api/auth/login", { body: { email, password: PASSWORD } });
      const body = { current_password: PASSWORD, new_password: "moraine-2027" };
      await ask("/api/auth/password/change", { token, body });
      const [kept, ended] = await Promise.all(
        [token, second.data.token].map((each) => ask("/api/auth/me", { token: each })),
      );
      const seen = `this one ${kept?.status}, the other ${ended?.status}`;
      return { held: kept?.status === 200 && ended?.status === 401, seen };
    },
  },
];
