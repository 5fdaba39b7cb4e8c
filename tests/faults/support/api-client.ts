import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Success } from "@thaw/client/thaw-client";
import { QUESTIONS } from "@thaw/core/accounts/onboarding/onboarding.schema";
import type { Product } from "./product.ts";

const EMAIL = "owner@firm.example";
const PASSWORD = "melting-Ice-1";
const TIMEOUT_MS = 20_000;

/** The answer did not come: the product was killed, and what was asked may have happened or not. */
export class NoAnswer extends Error {}

export type Api = <Data>(method: string, path: string, body?: object) => Promise<Success<Data>>;

/** Signs up with the product, verifies the address, answers its questions, and gives calls as its owner. */
export async function signUp(product: Product): Promise<Api> {
  const anonymous = callerOf(product.url);
  const body = { name: "Ana Ice", email: EMAIL, password: PASSWORD, terms_accepted: true };
  const signedUp = await anonymous<{ sign_up_proof: string }>("POST", "/auth/signup", body);
  const uuid = await verificationOf(product.inboxUrl);
  const proof = `uuid=${uuid}&sign_up_proof=${signedUp.data.sign_up_proof}`;
  const { data } = await anonymous<{ token: string }>("GET", `/auth/verify-user?${proof}`);
  const api = callerOf(product.url, data.token);
  for (const [index, { options, isRequired }] of QUESTIONS.entries()) {
    const values = isRequired ? [options[0]] : [];
    await api("POST", "/onboarding", { step: index + 1, values });
  }
  return api;
}

/** Signs the owner in once more. */
export async function signIn(product: Product): Promise<Api> {
  const body = { email: EMAIL, password: PASSWORD };
  const { data } = await callerOf(product.url)<{ token: string }>("POST", "/auth/login", body);
  return callerOf(product.url, data.token);
}

/** Every page of a list. */
export async function listAll<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const sign = path.includes("?") ? "&" : "?";
    const query: string = cursor === null ? "" : `${sign}cursor=${encodeURIComponent(cursor)}`;
    const page: Success<Item[]> = await api<Item[]>("GET", path + query);
    items.push(...page.data);
    cursor = page.cursor ?? null;
  } while (cursor !== null);
  return items;
}

/** @throws Error with what the product says when it refuses, NoAnswer when it says nothing */
function callerOf(url: string, token?: string): Api {
  const { main } = createClient({ origin: url, ...(token ? { token } : {}) });
  return async <Data>(method: string, path: string, body?: object) => {
    const call = main[method.toLowerCase() as keyof typeof main] as typeof main.post;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await call<Data>(`/api${path}`, body, { signal });
    if (answer.ok) return answer;
    const { status, code } = answer;
    const said = `${method} ${path}: ${JSON.stringify(answer)}`;
    if (status === 0 || status >= 500 || code === "unreadable") {
      throw new NoAnswer(said, { cause: answer.data });
    }
    throw new Error(said);
  };
}

async function verificationOf(inboxUrl: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const store = await (await fetch(`${inboxUrl}/store`)).text();
    const uuid = /uuid=([0-9a-f-]{36})/.exec(store)?.[1];
    if (uuid) return uuid;
    await sleep(100);
  }
  throw new Error("No verification mail came");
}
