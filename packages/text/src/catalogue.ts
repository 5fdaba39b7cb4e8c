import access from "./en-us/access.ts";
import account from "./en-us/account.ts";
import ai from "./en-us/ai.ts";
import apiKey from "./en-us/api-key.ts";
import blockList from "./en-us/block-list.ts";
import campaign from "./en-us/campaign.ts";
import category from "./en-us/category.ts";
import changed from "./en-us/changed.ts";
import client from "./en-us/client.ts";
import domain from "./en-us/domain.ts";
import email from "./en-us/email.ts";
import fields from "./en-us/fields.ts";
import inbox from "./en-us/inbox.ts";
import lead from "./en-us/lead.ts";
import leadFile from "./en-us/lead-file.ts";
import linkedin from "./en-us/linkedin.ts";
import mail from "./en-us/mail.ts";
import mailbox from "./en-us/mailbox.ts";
import missing from "./en-us/missing.ts";
import plan from "./en-us/plan.ts";
import request from "./en-us/request.ts";
import sequence from "./en-us/sequence.ts";
import signIn from "./en-us/sign-in.ts";
import tag from "./en-us/tag.ts";
import task from "./en-us/task.ts";
import team from "./en-us/team.ts";
import template from "./en-us/template.ts";
import upload from "./en-us/upload.ts";
import type { Message, Messages } from "./format.ts";
import type { Locale } from "./locale.ts";
import type { ParamNames } from "./params.ts";

const ENGLISH = {
  access,
  account,
  ai,
  apiKey,
  blockList,
  campaign,
  category,
  changed,
  client,
  domain,
  email,
  fields,
  inbox,
  lead,
  leadFile,
  linkedin,
  mail,
  mailbox,
  missing,
  plan,
  request,
  sequence,
  signIn,
  tag,
  task,
  team,
  template,
  upload,
} as const;

type English = typeof ENGLISH;
export type Namespace = keyof English;

/** What names a text: its area, a dot, and its key in there. */
export type TextKey = { [A in Namespace]: `${A}.${keyof English[A] & string}` }[Namespace];

/** What schemas say. Browsers load this area and no other. */
export type FieldKey = keyof English["fields"];

/** The English text of a key, by which its parameters are known. */
export type TextOf<Key extends TextKey> = Key extends `${infer A extends Namespace}.${infer Name}`
  ? Name extends keyof English[A]
    ? English[A][Name] & string
    : never
  : never;

/** The keys of texts that have no parameters. */
export type PlainKey = {
  [Key in TextKey]: [ParamNames<TextOf<Key>>] extends [never] ? Key : never;
}[TextKey];

/** Every language has every text. */
const CATALOGUES: Record<Locale, { [A in Namespace]: Record<keyof English[A], string> }> = {
  "en-US": ENGLISH,
};

/** Whether a word names a text. */
export function isTextKey(word: string): word is TextKey {
  const [namespace = "", name = ""] = word.split(".");
  if (!Object.hasOwn(ENGLISH, namespace)) return false;
  return word === `${namespace}.${name}` && Object.hasOwn(ENGLISH[namespace as Namespace], name);
}

/** @throws Error for a key that there is not */
export function messageOf(locale: Locale, key: TextKey): Message {
  const [namespace = "", name = ""] = key.split(".");
  const messages: Messages | undefined = CATALOGUES[locale][namespace as Namespace];
  const message = messages?.[name];
  if (message === undefined) throw new Error(`No text ${key} in ${locale}`);
  return message;
}
