import * as v from "valibot";
import { expect, test } from "vitest";
import { PersonName } from "./account/account.schema.ts";
import { CreateApiKey } from "./account/api-key.schema.ts";
import { CampaignName } from "./campaign/campaign.schema.ts";
import { CreateFolder } from "./campaign-folder/campaign-folder.schema.ts";
import { CreateCategory } from "./category/category.schema.ts";
import { CreateClient } from "./client/client.schema.ts";
import { AddLinkedInAccount } from "./linkedin/linkedin.schema.ts";
import { UpdateMailbox } from "./mailbox/mailbox.schema.ts";
import { CreateTag } from "./tag/tag.schema.ts";
import { CreateTask } from "./task/task.schema.ts";
import { CreateTemplate } from "./template-library/saved-template.schema.ts";

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
