import { type Image, imagesOf } from "@thaw/data/image";
import type { EntityItem } from "electrodb";
import { ThreadMessageEntity } from "./thread-message.entity.ts";

export type ThreadMessageImage = Image<EntityItem<typeof ThreadMessageEntity>, "threadMessage">;
export const readThreadMessageImage = imagesOf<
  EntityItem<typeof ThreadMessageEntity>,
  "threadMessage"
>(ThreadMessageEntity);
