import * as v from "valibot";
import { expect, test } from "vitest";
import { PersonName } from "./accounts/account/account.schema.ts";
import { CreateApiKey } from "./accounts/api-key/api-key.schema.ts";
import { CreateCategory } from "./accounts/category/category.schema.ts";
import { CreateClient } from "./accounts/client/client.schema.ts";
import { CreateTag } from "./accounts/tag/tag.schema.ts";
import { CampaignName } from "./campaigns/campaign/campaign.schema.ts";
import { CreateFolder } from "./campaigns/campaign-folder/campaign-folder.schema.ts";
import { CreateTemplate } from "./campaigns/template-library/saved-template.schema.ts";
import { CreateTask } from "./inbox/task/task.schema.ts";
import { AddLinkedInAccount } from "./senders/linkedin/linkedin.schema.ts";
import { UpdateMailbox } from "./senders/mailbox/mailbox.schema.ts";

const NAMES: Readonly<Record<string, v.GenericSchema>> = {
  person: PersonName,
  campaign: CampaignName,
  folder: CreateFolder.entries.name,
  category: CreateCategory.entries.name,
  client: CreateClient.entries.name,
  tag: CreateTag.entries.name,
  task: CreateTask.entries.title,
  template: CreateTemplate.entries.name,
  key: CreateApiKey.entries.name,
  sender: UpdateMailbox.entries.from_name,
  "LinkedIn account": AddLinkedInAccount.entries.name,
};

test.each(Object.entries(NAMES))(
  "the name of a %s is one line of what can be seen",
  (_of, name) => {
    expect(v.parse(name, " Ada\r\nBcc: b@x.example\u0000 ")).toBe("Ada Bcc: b@x.example");
    expect(v.parse(name, "Zoë 👩‍💻")).toBe("Zoë 👩‍💻");
    for (const unseen of ["", "  ", "\u200b", "\u0000\n", "\u202e\ufeff"]) {
      expect(v.safeParse(name, unseen).success).toBe(false);
    }
  },
);
