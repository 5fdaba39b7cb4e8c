// Written by `npm run generate`: do not edit.

import { fields as ai } from "./en-us/ai.ts";
import { fields as apiKey } from "./en-us/api-key.ts";
import { fields as blockList } from "./en-us/block-list.ts";
import { fields as campaign } from "./en-us/campaign.ts";
import { fields as campaignFolder } from "./en-us/campaign-folder.ts";
import { fields as category } from "./en-us/category.ts";
import { fields as client } from "./en-us/client.ts";
import fields from "./en-us/fields.ts";
import { fields as inbox } from "./en-us/inbox.ts";
import { fields as lead } from "./en-us/lead.ts";
import { fields as leadFile } from "./en-us/lead-file.ts";
import { fields as linkedin } from "./en-us/linkedin.ts";
import { fields as mailbox } from "./en-us/mailbox.ts";
import { fields as note } from "./en-us/note.ts";
import { fields as plan } from "./en-us/plan.ts";
import { fields as reminder } from "./en-us/reminder.ts";
import { fields as schedule } from "./en-us/schedule.ts";
import { fields as sending } from "./en-us/sending.ts";
import { fields as sequence } from "./en-us/sequence.ts";
import { fields as subsequence } from "./en-us/subsequence.ts";
import { fields as tag } from "./en-us/tag.ts";
import { fields as task } from "./en-us/task.ts";
import { fields as team } from "./en-us/team.ts";
import { fields as template } from "./en-us/template.ts";
import { fields as upload } from "./en-us/upload.ts";
import { fields as user } from "./en-us/user.ts";
import { fields as whiteLabel } from "./en-us/white-label.ts";

export default {
  ...fields,
  ...ai,
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
  ...plan,
  ...reminder,
  ...schedule,
  ...sending,
  ...sequence,
  ...subsequence,
  ...tag,
  ...task,
  ...team,
  ...template,
  ...upload,
  ...user,
  ...whiteLabel,
} as const;
