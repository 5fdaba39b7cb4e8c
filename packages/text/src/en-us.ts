// Written by `npm run generate`: do not edit.

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
import inbox from "./en-us/inbox.ts";
import lead from "./en-us/lead.ts";
import leadFile from "./en-us/lead-file.ts";
import linkedin from "./en-us/linkedin.ts";
import mail from "./en-us/mail.ts";
import mailbox from "./en-us/mailbox.ts";
import plan from "./en-us/plan.ts";
import request from "./en-us/request.ts";
import sending from "./en-us/sending.ts";
import sequence from "./en-us/sequence.ts";
import signIn from "./en-us/sign-in.ts";
import tag from "./en-us/tag.ts";
import task from "./en-us/task.ts";
import team from "./en-us/team.ts";
import template from "./en-us/template.ts";
import upload from "./en-us/upload.ts";
import activity from "./en-us-activity.ts";
import fields from "./en-us-fields.ts";
import missing from "./en-us-missing.ts";

export default {
  activity,
  fields,
  missing,
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
  inbox,
  leadFile,
  lead,
  linkedin,
  mail,
  mailbox,
  plan,
  request,
  sending,
  sequence,
  signIn,
  tag,
  task,
  team,
  template,
  upload,
} as const;
