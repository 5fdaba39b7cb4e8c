// Written by `npm run generate`: do not edit.

import { missing as account } from "./en-us/account.ts";
import { missing as apiKey } from "./en-us/api-key.ts";
import { missing as blockList } from "./en-us/block-list.ts";
import { missing as campaign } from "./en-us/campaign.ts";
import { missing as campaignFolder } from "./en-us/campaign-folder.ts";
import { missing as category } from "./en-us/category.ts";
import { missing as client } from "./en-us/client.ts";
import { missing as inbox } from "./en-us/inbox.ts";
import { missing as lead } from "./en-us/lead.ts";
import { missing as leadFile } from "./en-us/lead-file.ts";
import { missing as linkedin } from "./en-us/linkedin.ts";
import { missing as mailbox } from "./en-us/mailbox.ts";
import missing from "./en-us/missing.ts";
import { missing as note } from "./en-us/note.ts";
import { missing as reminder } from "./en-us/reminder.ts";
import { missing as signIn } from "./en-us/sign-in.ts";
import { missing as subsequence } from "./en-us/subsequence.ts";
import { missing as tag } from "./en-us/tag.ts";
import { missing as task } from "./en-us/task.ts";
import { missing as team } from "./en-us/team.ts";
import { missing as template } from "./en-us/template.ts";
import { missing as upload } from "./en-us/upload.ts";
import { missing as user } from "./en-us/user.ts";

export default {
  ...missing,
  ...account,
  ...apiKey,
  ...blockList,
  ...campaignFolder,
  ...campaign,
  ...category,
  ...client,
  ...inbox,
  ...leadFile,
  ...lead,
  ...linkedin,
  ...mailbox,
  ...note,
  ...reminder,
  ...signIn,
  ...subsequence,
  ...tag,
  ...task,
  ...team,
  ...template,
  ...upload,
  ...user,
} as const;
