import { createClient } from "./thaw-client.ts";

type Campaign = { name: string; figures: { sent: number; replied: number } };

/** What each campaign has sent and how many answered, the newest campaign first. */
export async function readFigures(origin: string, apiKey: string): Promise<string[]> {
  const thaw = createClient({ origin, apiKey });
  const lines: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await thaw.main.get<Campaign[]>("/api/campaigns", { limit: 200, cursor });
    if (!page.ok) throw new Error(`${page.message} (${page.code}, request ${page.requestId})`);
    for (const { name, figures } of page.data) {
      lines.push(`${name}: ${figures.sent} sent, ${figures.replied} answered`);
    }
    cursor = page.cursor;
  } while (cursor);
  return lines;
}
