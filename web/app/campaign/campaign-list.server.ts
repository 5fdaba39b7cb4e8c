import { listUserNames } from "@thaw/core/account/user-names";
import type { Actor } from "@thaw/core/actor";
import { listCampaigns } from "@thaw/core/campaign/campaign";
import type { CampaignStatus, FolderChoice } from "@thaw/core/campaign/campaign.schema";
import { listFolders } from "@thaw/core/campaign-folder/campaign-folder";
import { listTags } from "@thaw/core/tag/tag";
import { MOST_TAGS_EACH } from "@thaw/core/tag/tag.schema";
import { clientNames, toClient } from "../client/client-names.server.ts";
import { type ListRules, readListQuery } from "../list/list-query.ts";

const MOST_OWNERS = 200;

/** A page of campaigns as the address asks for it, with the names that its columns and filters need. */
export async function loadCampaignList(
  actor: Actor,
  request: Request,
  rules: ListRules,
  folderId?: number,
) {
  const { search, filters, limit, cursor } = readListQuery(
    new URL(request.url).searchParams,
    rules,
  );
  const folders = folderId === undefined ? filters.folder?.map(toFolder) : [folderId];
  const owners = filters.owner?.map(Number).filter(Number.isSafeInteger);
  const tags = filters.tag?.map(Number).filter(Number.isSafeInteger).slice(0, MOST_TAGS_EACH);
  const ofClients = filters.client?.map(toClient);
  const [page, users, allFolders, allTags, clients] = await Promise.all([
    listCampaigns(actor, {
      limit,
      cursor,
      ...(search ? { search } : {}),
      ...(filters.status ? { status: filters.status as CampaignStatus[] } : {}),
      ...(owners?.length ? { created_by: owners } : {}),
      ...(folders ? { folder_id: folders } : {}),
      ...(ofClients?.length ? { client_id: ofClients } : {}),
      ...(tags?.length ? { tag_id: tags } : {}),
    }),
    listUserNames(actor, { limit: MOST_OWNERS }),
    listFolders(actor, {}),
    listTags(actor, {}),
    clientNames(actor),
  ]);
  return {
    page,
    owners: users.items,
    folders: allFolders.items.map(({ id, name }) => ({ id, name })),
    tags: allTags.items,
    clients,
    canWrite: actor.permissions.has("campaigns:write"),
  };
}

export type CampaignListData = Awaited<ReturnType<typeof loadCampaignList>>;

/** What the address says of a folder; another word is a folder that nobody has. */
function toFolder(word: string): FolderChoice {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : "none";
}
