import { expect, test } from "vitest";
import { classify } from "./read-delivery.ts";
import { readMessage } from "./read-message.ts";

const NOW = Date.parse("2025-03-04T15:00:00Z");

async function kindOf(header: string, body: string) {
  const raw = `To: ana@sender.example\nMessage-ID: <report@mx.example>\n${header}\n\n${body}`;
  return classify(await readMessage(Buffer.from(raw.replaceAll("\n", "\r\n"))), NOW);
}

const AUTO_HEADERS = [
  "Auto-Submitted: auto-replied",
  "Auto-Submitted: auto-generated; owner=x",
  "X-Autoreply: yes",
  "Precedence: auto_reply",
  "X-Autorespond: 1",
];

test.each(AUTO_HEADERS)("%s makes any words an automatic answer [LEAD-30]", async (header) => {
  const words = "Thanks, we got your mail and will look at it.";
  expect(await kindOf(`From: bob@lead.example\nSubject: Re: Hello\n${header}`, words)).toEqual({
    kind: "auto-reply",
  });
});

test("Auto-Submitted: no is a person", async () => {
  const found = await kindOf(
    "From: bob@lead.example\nSubject: Re: Hello\nAuto-Submitted: no",
    "Sure.",
  );
  expect(found).toEqual({ kind: "human" });
});

const AWAY: [language: string, subject: string, body: string][] = [
  ["English", "Automatic reply: Hello", "I am out of the office until 14 March."],
  ["German", "Automatische Antwort: Hello", "Ich bin bis zum 14.03.2025 nicht im Büro."],
  ["French", "Réponse automatique : Hello", "Je suis actuellement absent jusqu'au 14 mars."],
  ["Spanish", "Respuesta automática: Hello", "Estoy fuera de la oficina hasta el 14 de marzo."],
  ["Italian", "Risposta automatica: Hello", "Sono in ferie fino al 14 marzo."],
  ["Portuguese", "Resposta automática: Hello", "Estou de férias até 14 de março."],
  ["Hindi", "स्वचालित उत्तर: Hello", "मैं 14 मार्च तक कार्यालय से बाहर हूँ।"],
  ["Georgian", "ავტომატური პასუხი: Hello", "შვებულებაში ვარ 14 მარტამდე."],
];

test.each(AWAY)(
  "%s out of office without any header gives its date [LEAD-30]",
  async (_language, subject, body) => {
    const encoded = `=?utf-8?b?${Buffer.from(subject).toString("base64")}?=`;
    const found = await kindOf(
      `From: bob@lead.example\nSubject: ${encoded}\nContent-Type: text/plain; charset=utf-8`,
      `${body}\n\nBob`,
    );
    expect(found).toEqual({ kind: "out-of-office", returnsOn: "2025-03-14" });
  },
);

test("words of absence need a second sign before they pass for a machine's", async () => {
  const reply = "From: bob@lead.example\nSubject: Re: Hello";
  const said = "Sounds good, but I am out of the office until Monday. Shall we talk then?";
  expect(await kindOf(reply, said)).toEqual({ kind: "human" });
  expect(await kindOf(`${reply}\nReturn-Path: <>`, said)).toMatchObject({ kind: "out-of-office" });
  const vacation =
    "I am out of the office with limited access to email. I will respond on my return.";
  expect(await kindOf(reply, vacation)).toEqual({ kind: "out-of-office" });
});

const NO_ABSENCES: [subject: string, body: string][] = [
  ["Holiday season begins", "Our shop opens at nine. See the new catalogue."],
  ["I'm on TV tonight", "Channel 4 at eight. Do watch it!"],
  ["Vacation plans", "Where shall we go this summer? I am thinking of Rome."],
  ["Holiday", "I am on holiday from next week, so let us talk before."],
  ["Away game on Saturday", "Who drives? I am away on Friday."],
  ["Out of office supplies", "We need paper and pens. Could you order some?"],
  ["Urlaub in Italien", "Wollen wir zusammen fahren?"],
  ["Férias de verão", "Vamos à praia?"],
  ["Thank you for your message", "I read it with joy. Shall we meet on Monday?"],
];

test.each(NO_ABSENCES)("a person who writes about %s is no absence note", async (subject, body) => {
  const encoded = `=?utf-8?b?${Buffer.from(subject).toString("base64")}?=`;
  const header = `From: bob@lead.example\nSubject: ${encoded}\nContent-Type: text/plain; charset=utf-8`;
  expect(await kindOf(header, body)).toEqual({ kind: "human" });
});

const ABSENCES: [subject: string, body: string][] = [
  ["Out of Office: Hello", "Please write to Ana instead."],
  ["Out of office", "I am out of the office until 14 March."],
  ["Vacation", "I am on vacation until 14 March."],
  ["Abwesenheitsnotiz", "Ich bin bis zum 14.03.2025 nicht im Büro."],
  ["Absence du bureau", "Je suis absent jusqu'au 14 mars."],
  ["Fuera de la oficina", "Estoy fuera de la oficina hasta el 14 de marzo."],
  ["Fuori ufficio", "Sono in ferie fino al 14 marzo."],
  ["Férias", "Estou de férias até 14 de março."],
];

test.each(ABSENCES)("%s with %j is an absence without any header", async (subject, body) => {
  const encoded = `=?utf-8?b?${Buffer.from(subject).toString("base64")}?=`;
  const header = `From: bob@lead.example\nSubject: ${encoded}\nContent-Type: text/plain; charset=utf-8`;
  expect(await kindOf(header, body)).toMatchObject({ kind: "out-of-office" });
});

test("a vacation reply without return path that nobody can reach is no bounce", async () => {
  const found = await kindOf(
    "From: bob@lead.example\nSubject: Re: Hello\nReturn-Path: <>\nAuto-Submitted: auto-replied",
    "I am on vacation and cannot be reached. Mail will not be delivered to my phone.",
  );
  expect(found).toEqual({ kind: "out-of-office" });
});

test("absence in the quoted history is not the writer's", async () => {
  const found = await kindOf(
    "From: bob@lead.example\nSubject: Re: Hello",
    "Yes please!\n\nOn Mon, Mar 3, 2025 at 9:00 AM Ana <ana@sender.example> wrote:\n> I am out of the office with limited access to email.\n> I will respond on my return.",
  );
  expect(found).toEqual({ kind: "human" });
});

test("a read receipt is no reply of a person", async () => {
  const found = await kindOf(
    "From: bob@lead.example\nSubject: Read: Hello\nContent-Type: multipart/report; report-type=disposition-notification; boundary=r",
    "--r\nContent-Type: text/plain\n\nYour message was read.\n--r--\n",
  );
  expect(found).toEqual({ kind: "auto-reply" });
});
