import { createClient } from "@thaw/client/thaw-client";
import type { Page } from "playwright/test";

export const SESSION = "thaw_session";

/** The token that the browser was given when it signed in. */
export async function tokenOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === SESSION)?.value;
}

export type Api = <Data>(request: string, body?: object) => Promise<Data>;

/** The product's API on behalf of the signed-in user: `api("GET /campaigns")` gives the answer's data. */
export async function apiOf(page: Page, { url } = { url: page.url() }): Promise<Api> {
  return apiWith(new URL(url).origin, (await tokenOf(page)) ?? "");
}

export function apiWith(origin: string, token: string): Api {
  const { main } = createClient({ origin, token });
  return async <Data>(request: string, body?: object) => {
    const [method = "", path = ""] = request.split(" ");
    const call = main[method.toLowerCase() as keyof typeof main] as typeof main.post;
    const answer = await call<Data>(`/api${path}`, body);
    if (!answer.ok) throw new Error(`${request}: ${answer.status} ${answer.message}`);
    return answer.data;
  };
}

/** A copy of the demo's draft, which other journeys need as it is: two steps, the demo's mailboxes, no leads. */
export async function copyOfDraft(api: Api, name: string): Promise<number> {
  const campaigns = await api<{ id: number; name: string }[]>("GET /campaigns?limit=200");
  const draft = campaigns.find((campaign) => campaign.name === "Coffee tasting");
  const { id } = await api<{ id: number }>(`POST /campaigns/${draft?.id}/duplicate`);
  await api(`PATCH /campaigns/${id}`, { name });
  return id;
}
