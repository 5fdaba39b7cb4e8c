import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Attack } from "./support/attack.ts";
import { PASSWORD, type World } from "./support/world.ts";

const SOON_MS = 15_000;

/** Opens as a page does: with a ticket that the cookie gets. */
async function open({ url, ask }: World, token: string): Promise<() => WebSocket> {
  const { data } = await ask("/app/realtime-ticket", {
    headers: { cookie: `thaw_session=${token}` },
  });
  return () => new WebSocket(`${url.replace("http", "ws")}/socket?ticket=${data?.ticket}`);
}

async function listen(world: World, token: string): Promise<WebSocket> {
  const socket = (await open(world, token))();
  await once(socket, "open");
  return socket;
}

/** The code that a socket is closed with, or undefined while it stays open. */
async function codeOf(socket: WebSocket, withinMs = SOON_MS): Promise<number | undefined> {
  const closed = once(socket, "close").then(([code]) => Number(code));
  const code = await Promise.race([closed, sleep(withinMs, undefined)]);
  socket.terminate();
  return code;
}

const seenOf = (code: number | undefined) =>
  code === undefined ? "stays open" : `closed with ${code}`;

export const attacks: readonly Attack[] = [
  {
    name: "a listening socket closes when its session is signed out",
    async run(world) {
      const { token } = await world.newMember();
      const code = codeOf(await listen(world, token));
      await world.ask("/api/auth/logout", { method: "POST", token });
      return { held: (await code) === 4401, seen: seenOf(await code) };
    },
  },
  {
    name: "a listening socket closes when the password is changed elsewhere",
    async run(world) {
      const { email, token } = await world.newMember();
      const code = codeOf(await listen(world, token));
      const other = await world.ask("/api/auth/login", { body: { email, password: PASSWORD } });
      const body = { current_password: PASSWORD, new_password: "moraine-2027" };
      await world.ask("/api/auth/password/change", { token: other.data.token, body });
      return { held: (await code) === 4401, seen: seenOf(await code) };
    },
  },
  {
    name: "a listening socket closes when its member is deactivated",
    async run(world) {
      const { id, token } = await world.newMember();
      const code = codeOf(await listen(world, token));
      const { owner } = world.agency;
      await world.ask(`/api/team/${id}/deactivate`, { method: "POST", token: owner.token });
      return { held: (await code) === 4401, seen: seenOf(await code) };
    },
  },
  {
    name: "a ticket of a session that was signed out opens no socket",
    async run(world) {
      const { token } = await world.newMember();
      const opening = await open(world, token);
      await world.ask("/api/auth/logout", { method: "POST", token });
      const [error] = await once(opening(), "error");
      return { held: String(error).includes("401"), seen: String(error) };
    },
  },
  {
    name: "a GraphQL socket that says nothing closes, and a network address opens no thousand of them",
    isSlow: true,
    async run({ url }) {
      const address = `${url.replace("http", "ws")}/v1/graphql`;
      const sockets = Array.from(
        { length: 200 },
        () => new WebSocket(address, "graphql-transport-ws"),
      );
      const settled = sockets.map((socket) =>
        Promise.race([once(socket, "open"), once(socket, "close")]).catch(() => undefined),
      );
      await Promise.all(settled);
      const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN;
      const opened = sockets.filter(isOpen).length;
      await sleep(SOON_MS);
      const left = sockets.filter(isOpen).length;
      for (const socket of sockets) socket.terminate();
      return {
        held: opened > 0 && opened <= 60 && left === 0,
        seen: `${opened} of 200 open, ${left} after 15 s`,
      };
    },
  },
];
