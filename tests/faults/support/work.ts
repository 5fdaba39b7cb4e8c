import { type Api, listAll, NoAnswer } from "./api-client.ts";
import type { ServerAccount } from "./post-office.ts";

const LEADS_A_CALL = 10;
const MOST_LEADS = 500;
const ROWS_A_FILE = 1_500;
const MOST_FILES = 6;

type Id = { id: number };
type Thread = Id & { email: string };
type ImportState = Id & { status: string; rows_done: number; counts: { imported: number } };
type Reply = { threadId: number; messageId: string };

/** Connects the mailboxes, and makes a campaign that sends and one that only takes leads in. */
export async function launch(api: Api, places: readonly ServerAccount[]) {
  const mailboxIds: number[] = [];
  for (const { email, smtpPort, imapPort, password } of places) {
    const { data } = await api<Id>("POST", "/mailboxes", {
      email,
      password,
      from_name: "Ana Ice",
      smtp_host: "127.0.0.1",
      smtp_port: smtpPort,
      smtp_security: "None",
      imap_host: "127.0.0.1",
      imap_port: imapPort,
      imap_security: "None",
      daily_limit: 2_000,
      min_gap_minutes: 3,
    });
    mailboxIds.push(data.id);
  }
  const sending = await makeCampaign(api, mailboxIds);
  await addLeads(api, sending, ["first@prospect.example"]);
  await api("POST", `/campaigns/${sending}/start`);
  const { data } = await api<{ account_id?: number; id: number }>("GET", "/auth/me");
  const importing = await makeCampaign(api, mailboxIds);
  return { accountId: data.account_id ?? data.id, sending, importing };
}

async function makeCampaign(api: Api, mailboxIds: readonly number[]): Promise<number> {
  const { data } = await api<Id>("POST", "/campaigns", { name: "Spring" });
  const variants = [{ letter: "A", subject: "Hello {{first_name|there}}", body: "<p>Hi</p>" }];
  await api("PUT", `/campaigns/${data.id}/sequences`, {
    steps: [{ seq_number: 1, seq_delay_details: { delayInDays: 0 }, variants }],
  });
  await api("PATCH", `/campaigns/${data.id}`, {
    mailbox_ids: mailboxIds,
    schedule: {
      timezone: "Etc/GMT",
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: "00:00",
      end: "23:59",
      minGapMinutes: 3,
      maxNewLeadsPerDay: 1_000,
    },
  });
  return data.id;
}

async function addLeads(api: Api, campaignId: number, emails: readonly string[]) {
  const leads = emails.map((email) => ({ email }));
  const { data } = await api<{ results: { lead_id?: number }[] }>(
    "POST",
    `/campaigns/${campaignId}/leads`,
    { leads },
  );
  return data.results.map(({ lead_id = 0 }) => lead_id);
}

/** What someone does all day. It records what was acknowledged; what got no answer is asked again after the next start. */
export class Work {
  readonly leadIds: number[] = [];
  private readonly importIds: number[] = [];
  private readonly repliesMade: Reply[] = [];
  private readonly answered = new Set<number>();
  private readonly api: Api;
  private readonly campaigns: { sending: number; importing: number };
  private batches = 0;
  private fileKey: string | undefined;
  private isOn = false;

  constructor(api: Api, campaigns: { sending: number; importing: number }) {
    this.api = api;
    this.campaigns = campaigns;
  }

  /** Works until it is stopped or nobody answers any more. */
  async start(): Promise<void> {
    this.isOn = true;
    try {
      await this.api("POST", "/inbox/refresh");
      await this.addSome();
      await this.importSome();
      while (this.isOn) await this.answerOne();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  stop(): void {
    this.isOn = false;
  }

  /** What was asked and not acknowledged is asked once more. */
  async finish(): Promise<void> {
    await this.addSome();
    if (this.fileKey) await this.importSome();
  }

  /** How many of the acknowledged files the product knows nothing of. */
  async lostImports(): Promise<number> {
    const known = new Set((await this.allImports()).map(({ id }) => id));
    return this.importIds.filter((id) => !known.has(id)).length;
  }

  async runningImports(): Promise<number> {
    return (await this.allImports()).filter(({ status }) => status !== "COMPLETED").length;
  }

  async imports() {
    const all = await this.allImports();
    const rows = this.importIds.length * ROWS_A_FILE;
    const imported = all.reduce((sum, { counts }) => sum + counts.imported, 0);
    const path = `/campaigns/${this.campaigns.importing}/leads`;
    const enrolled = (await listAll(this.api, path)).length;
    return { text: `${rows}, ${enrolled}`, holds: rows === imported && rows === enrolled };
  }

  /** Conversations as the inbox shows them: mails that came in, and what became of our own answers. */
  async conversations() {
    const threads = await this.threads();
    let received = 0;
    const status = new Map<string, string>();
    for (const { id } of threads) {
      const { data } = await this.api<{
        messages: { id: string; direction: "in" | "out"; status?: string }[];
      }>("GET", `/inbox/threads/${id}`);
      for (const message of data.messages) {
        if (message.direction === "in") received += 1;
        if (message.status) status.set(message.id, message.status);
      }
    }
    const own = this.repliesMade.map(({ messageId }) => status.get(messageId) ?? "lost");
    return { received, own };
  }

  private async threads(): Promise<Thread[]> {
    const query = `campaign_id=${this.campaigns.sending}&limit=100`;
    const folders = ["inbox", "sent"].map((folder) =>
      listAll<Thread>(this.api, `/inbox/threads?folder=${folder}&${query}`),
    );
    const byId = new Map((await Promise.all(folders)).flat().map((thread) => [thread.id, thread]));
    return [...byId.values()];
  }

  private allImports = () => listAll<ImportState>(this.api, "/leads/import");

  private async addSome(): Promise<void> {
    if (this.leadIds.length >= MOST_LEADS) return;
    const first = this.leadIds.length;
    const emails = Array.from(
      { length: LEADS_A_CALL },
      (_, index) => `lead${first + index}@prospect.example`,
    );
    this.leadIds.push(...(await addLeads(this.api, this.campaigns.sending, emails)));
  }

  private async importSome(): Promise<void> {
    this.batches += 1;
    if (!this.fileKey && (this.importIds.length >= MOST_FILES || this.batches % 5 !== 0)) return;
    this.fileKey ??= await this.upload();
    // The same file again is the same import.
    const { data } = await this.api<Id>("POST", "/leads/import", {
      campaign_id: this.campaigns.importing,
      file_key: this.fileKey,
      file_name: "people.csv",
      mapping: [{ column: 0, to: "field", field: "email" }],
    });
    this.importIds.push(data.id);
    this.fileKey = undefined;
  }

  private async upload(): Promise<string> {
    const { data } = await this.api<{
      file_key: string;
      url: string;
      fields: Record<string, string>;
    }>("POST", "/leads/import/upload");
    const file = this.importIds.length;
    const rows = Array.from(
      { length: ROWS_A_FILE },
      (_, row) => `row${row}.file${file}@many.example`,
    );
    const form = new FormData();
    for (const [name, value] of Object.entries(data.fields)) form.append(name, value);
    form.append("file", new Blob([`Email\n${rows.join("\n")}\n`], { type: "text/csv" }));
    const response = await fetch(data.url, { method: "POST", body: form }).catch(
      (error: unknown) => {
        throw new NoAnswer("upload", { cause: error });
      },
    );
    if (!response.ok) throw new NoAnswer(`upload: ${response.status}`);
    return data.file_key;
  }

  /** Answers a conversation once. Without an acknowledgement nobody knows, and nobody asks again. */
  private async answerOne(): Promise<void> {
    const { data } = await this.api<Thread[]>("GET", "/inbox/threads?folder=unread");
    const thread = data.find(({ id }) => !this.answered.has(id));
    if (!thread) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return;
    }
    this.answered.add(thread.id);
    const path = `/inbox/threads/${thread.id}/replies`;
    const { data: made } = await this.api<{ message_id: string }>("POST", path, {
      body: "Gladly.",
    });
    this.repliesMade.push({ threadId: thread.id, messageId: made.message_id });
  }
}
