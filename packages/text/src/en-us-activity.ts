// Written by `npm run generate`: do not edit.
import { activity as ai } from "./en-us/ai.ts";
import { activity as apiKey } from "./en-us/api-key.ts";
import { activity as blockList } from "./en-us/block-list.ts";
import { activity as campaign } from "./en-us/campaign.ts";
import { activity as client } from "./en-us/client.ts";
import { activity as lead } from "./en-us/lead.ts";
import { activity as linkedin } from "./en-us/linkedin.ts";
import { activity as mailbox } from "./en-us/mailbox.ts";
import { activity as plan } from "./en-us/plan.ts";
import { activity as sending } from "./en-us/sending.ts";
import { activity as signIn } from "./en-us/sign-in.ts";
import { activity as team } from "./en-us/team.ts";
import { activity as whiteLabel } from "./en-us/white-label.ts";

export default {
  ...ai,
  ...apiKey,
  ...blockList,
  ...campaign,
  ...client,
  ...lead,
  ...linkedin,
  ...mailbox,
  ...plan,
  ...sending,
  ...signIn,
  ...team,
  ...whiteLabel,
} as const;
