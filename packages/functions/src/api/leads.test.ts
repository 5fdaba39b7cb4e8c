import { authenticateToken } from "@thaw/core/accounts/session/session";
import { expect, test } from "vitest";
import { newAddress } from "../../../../tests/support/address.ts";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";

const api = checkedApi();
const cloud = await cloudOfFile();

type Answer = { ok: boolean; code?: string; data: Record<string, unknown> };

async function call(path: string, method: string, asked: Asked = {}) {
  const response = await ask(api, `${method} /api${path}`, asked);
  return { status: response.status, answer: (await response.json()) as Answer };
}

async function signIn(): Promise<string> {
  const email = newAddress();
  const body = { name: "Ada", email, password: "glacier-2026", terms_accepted: true };
  await call("/auth/signup", "POST", { body });
  const mail = (await cloud.mails()).find(({ destination }) => destination.to.includes(email));
  const uuid = /uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1];
  const { answer } = await call(`/auth/verify-user?uuid=${uuid}`, "GET");
  const token = String(answer.data.token);
  await finishOnboarding(await authenticateToken(token));
  return token;
}

async function newCampaign(token: string): Promise<number> {
  const { answer } = await call("/campaigns", "POST", { token, body: { name: "Spring" } });
  return Number(answer.data.id);
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com` }));

test("a call puts up to 400 leads into a campaign and gives the outcome of each [LEAD-19]", async () => {
  const token = await signIn();
  const path = `/campaigns/${await newCampaign(token)}/leads`;
  const full = await call(path, "POST", { token, body: { leads: people(400) } });
  expect(full).toMatchObject({ status: 200, answer: { data: { counts: { imported: 400 } } } });
  expect(full.answer.data.results).toHaveLength(400);
  const over = await call(path, "POST", { token, body: { leads: people(401) } });
  expect(over).toMatchObject({ status: 400, answer: { code: "invalid" } });
});

test("a lead is listed, read, changed and deleted over HTTP", async () => {
  const token = await signIn();
  const leads = [{ email: "ann@example.com", first_name: "Ann" }];
  await call(`/campaigns/${await newCampaign(token)}/leads`, "POST", { token, body: { leads } });
  const listed = await call("/leads?email=ann@example.com", "GET", { token });
  const [{ id }] = listed.answer.data as unknown as [{ id: number }];
  const body = { first_name: "Anna" };
  expect(await call(`/leads/${id}`, "PATCH", { token, body })).toMatchObject({ status: 200 });
  const read = await call(`/leads/${id}`, "GET", { token });
  expect(read.answer.data).toMatchObject({ email: "ann@example.com", first_name: "Anna" });
  expect(await call(`/leads/${id}`, "DELETE", { token })).toMatchObject({ status: 200 });
  expect(await call(`/leads/${id}`, "GET", { token })).toMatchObject({ status: 404 });
});

test("a file goes from upload to a started import over HTTP", async () => {
  const token = await signIn();
  const campaign_id = await newCampaign(token);
  const upload = (await call("/leads/import/upload", "POST", { token })).answer.data as unknown as {
    url: string;
    file_key: string;
    fields: Record<string, string>;
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob(["E-Mail;Vorname\nann@example.com;Ann\n"], { type: "text/csv" }));
  expect((await fetch(upload.url, { method: "POST", body: form })).ok).toBe(true);
  const { file_key } = upload;
  const preview = await call("/leads/import/preview", "POST", { token, body: { file_key } });
  expect(preview.answer.data).toMatchObject({ delimiter: ";", row_estimate: 1 });
  const { mapping } = preview.answer.data;
  const body = { campaign_id, file_key, file_name: "people.csv", mapping };
  const started = await call("/leads/import", "POST", { token, body });
  expect(started).toMatchObject({ status: 202, answer: { data: { status: "UPLOADED" } } });
  const path = `/leads/import/${Number(started.answer.data.id)}`;
  expect((await call(path, "GET", { token })).answer.data).toMatchObject({ campaign_id });
  expect(await call(`${path}/errors`, "GET", { token })).toMatchObject({ status: 404 });
  expect(await call(`${path}/retry`, "POST", { token })).toMatchObject({ status: 422 });
});

test("nobody reads leads without a bearer, or those of another account", async () => {
  const [ours, theirs] = [await signIn(), await signIn()];
  const path = `/campaigns/${await newCampaign(ours)}/leads`;
  const { answer } = await call(path, "POST", { token: ours, body: { leads: people(1) } });
  const [{ lead_id }] = answer.data.results as [{ lead_id: number }];
  expect(await call(`/leads/${lead_id}`, "GET")).toMatchObject({ status: 401 });
  expect(await call(`/leads/${lead_id}`, "GET", { token: theirs })).toMatchObject({ status: 404 });
  expect(await call(path, "POST", { token: theirs, body: { leads: people(1) } })).toMatchObject({
    status: 404,
  });
});

test("leads are exported to a file, all, those of a filter or those that are named; nobody else has it", async () => {
  const [token, theirs] = [await signIn(), await signIn()];
  const path = `/campaigns/${await newCampaign(token)}/leads`;
  const added = await call(path, "POST", { token, body: { leads: people(3) } });
  const results = added.answer.data.results as { lead_id: number }[];
  const emailsOf = async (body: object) => {
    const { status, answer } = await call("/leads/export", "POST", { token, body });
    expect(status).toBe(202);
    expect(answer.data).toMatchObject({ status: "COMPLETED" });
    const file = await call(`/leads/export/${Number(answer.data.id)}/file`, "GET", { token });
    const rows = (await (await fetch(String(file.answer.data.url))).text()).trim().split("\n");
    return new Set(rows.slice(1).map((row) => row.split(",")[1]?.slice(1, -1)));
  };
  expect((await emailsOf({})).size).toBe(3);
  expect(await emailsOf({ search: "p1@" })).toEqual(new Set(["p1@example.com"]));
  const lead_ids = results.slice(0, 2).map(({ lead_id }) => lead_id);
  expect(await emailsOf({ lead_ids })).toEqual(new Set(["p0@example.com", "p1@example.com"]));
  const listed = await call("/leads/export", "GET", { token });
  expect(listed.answer.data).toHaveLength(3);
  const [{ id }] = listed.answer.data as unknown as [{ id: number }];
  for (const rest of ["", "/file"]) {
    expect(await call(`/leads/export/${id}${rest}`, "GET", { token: theirs })).toMatchObject({
      status: 404,
    });
  }
  expect(await call("/leads/export", "POST", {})).toMatchObject({ status: 401 });
  const refused = await call("/leads/export", "POST", { token, body: { status: "nothing" } });
  expect(refused).toMatchObject({ status: 400, answer: { fields: { status: expect.anything() } } });
});
