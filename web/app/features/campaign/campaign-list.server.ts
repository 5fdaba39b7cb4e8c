import { listTags } from "@thaw/core/accounts/tag/tag";
import { MOST_TAGS_EACH } from "@thaw/core/accounts/tag/tag.schema";
import { listUserNames } from "@thaw/core/accounts/user/user-names";
import type { Actor } from "@thaw/core/actor";
import { listCampaigns } from "@thaw/core/campaigns/campaign/campaign";
import type { CampaignStatus, FolderChoice } from "@thaw/core/campaigns/campaign/campaign.schema";
import { listFolders } from "@thaw/core/campaigns/campaign-folder/campaign-folder";
import { type ListQuery, type ListRules, readListQuery } from "../../list/list-query.ts";
import { clientNames, toClient } from "../client/client-names.server.ts";

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
  const [page, users, allFolders, allTags] = await Promise.all([
    listCampaigns(actor, {
      limit,
      cursor,
      ...(search ? { search } : {}),
      ...narrowingOf(filters, folderId),
    }),
    listUserNames(actor, { limit: MOST_OWNERS }),
    listFolders(actor, {}),
    listTags(actor, {}),
  ]);
  const clients = await clientNames(actor, [
    ...(filters.client?.map(toClient) ?? []),
    ...page.items.map(({ client_id }) => client_id),
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

/** What the list's operation is asked for. */
function narrowingOf(filters: ListQuery["filters"], folderId: number | undefined) {
  const folders = filters.folder?.map(toFolder);
  return {
    ...given("status", filters.status as CampaignStatus[] | undefined),
    ...given("created_by", filters.owner?.map(Number).filter(Number.isSafeInteger)),
    ...given(
      "tag_id",
      filters.tag?.map(Number).filter(Number.isSafeInteger).slice(0, MOST_TAGS_EACH),
    ),
    ...given("folder_id", folderId === undefined ? folders : [folderId]),
    ...given("client_id", filters.client?.map(toClient)),
  };
}

/** Nothing for a filter without a value that could be one of ours. */
const given = <Name extends string, Value>(name: Name, values: readonly Value[] | undefined) =>
  (values?.length ? { [name]: [...values] } : {}) as { [key in Name]?: Value[] };

/** What the address says of a folder; another word is a folder that nobody has. */
function toFolder(word: string): FolderChoice {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : "none";
}
