import type { Category } from "@thaw/core/accounts/category/category.schema";
import type { Folder } from "@thaw/core/inbox/thread/thread.schema";

/** What an open conversation knows of the list beside it: the context of the inbox's outlet. */
export type InboxContext = {
  folder: Folder;
  /** The conversations of the page, in their order. */
  ids: number[];
  canAnswer: boolean;
  categories: Category[];
};
