import { putTag, type Tagged, takeTag } from "../../accounts/tag/put-tag.ts";
import { MOST_TAGS_EACH } from "../../accounts/tag/tag.schema.ts";
import { changeEach } from "../../bulk-results.ts";
import { operation } from "../../operation.ts";
import { SavedTemplateEntity } from "./saved-template.entity.ts";
import { ChangedTemplates, ChangeTemplates } from "./saved-template.schema.ts";
import { requireTemplate } from "./saved-template.ts";

/** Puts a tag on many templates or takes it off, each by itself: what one refuses keeps none of the others. */
export const changeTemplates = operation({
  permission: "campaigns:write",
  input: ChangeTemplates,
  output: ChangedTemplates,
  async run(actor, { template_ids, change, tag_id }) {
    const { accountId } = actor;
    const put = change === "tag" ? putTag : takeTag;
    const results = await changeEach(actor, template_ids, async (id) => ({
      is_same: !(await put(tag_id, taggedTemplate(accountId, id))),
    }));
    return { change, tag_id, results };
  },
});

/** A template as something that carries tags. */
function taggedTemplate(accountId: number, templateId: number): Tagged {
  const key = { accountId, templateId };
  return {
    accountId,
    read: async () => [...((await requireTemplate(accountId, templateId)).tagIds ?? [])],
    add: (tagId) =>
      SavedTemplateEntity.patch(key)
        .add({ tagIds: [tagId] })
        .where((row, op) => {
          const hasRoom = `${op.size(row.tagIds)} < ${op.escape(MOST_TAGS_EACH)}`;
          return `${op.notExists(row.tagIds)} OR ${hasRoom}`;
        }),
    take: (tagIds) => SavedTemplateEntity.patch(key).delete({ tagIds }),
  };
}
