import type { Scope } from "../../kernel/access/scope.ts";
import { SavedTemplateEntity } from "./saved-template.entity.ts";

/** Which of these templates are visible: to clients of the agency those that they made themselves. */
export async function visibleTemplates(
  accountId: number,
  scope: Scope,
  templateIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(templateIds)];
  if (scope.kind !== "client" || ids.length === 0) return new Set(ids);
  const { data } = await SavedTemplateEntity.get(
    ids.map((templateId) => ({ accountId, templateId })),
  ).go({ consistent: true });
  return new Set(
    data.flatMap(({ templateId, createdBy }) => (createdBy === scope.clientId ? [templateId] : [])),
  );
}
