import {
  type Icon,
  IconBan,
  IconCalendar,
  IconInfoCircle,
  IconMoodSmile,
  IconMoonStars,
  IconThumbDown,
  IconUserX,
} from "@tabler/icons-react";
import { type Category, NOT_ASSIGNED } from "@thaw/core/accounts/category/category.schema";
import type { Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import type { Text as Words } from "../../messages/text.tsx";

type Look = { word: TextKey<"inbox">; tone: Tone; icon: Icon };

/** What the categories that every account has look like, by id. */
export const BUILT_IN: Record<number, Look> = {
  1: { word: "category1", tone: "good", icon: IconMoodSmile },
  2: { word: "category2", tone: "good", icon: IconCalendar },
  3: { word: "category3", tone: "drafted", icon: IconThumbDown },
  4: { word: "category4", tone: "failed", icon: IconBan },
  5: { word: "category5", tone: "good", icon: IconInfoCircle },
  6: { word: "category6", tone: "waiting", icon: IconMoonStars },
  7: { word: "category7", tone: "drafted", icon: IconUserX },
};

/** Built-in ones are in the reader's language. */
export function categoryName(
  { id, name }: Pick<Category, "id" | "name">,
  t: Words<"inbox">,
): string {
  if (id === NOT_ASSIGNED) return t("noCategory");
  const look = BUILT_IN[id];
  return look ? t(look.word) : name;
}
