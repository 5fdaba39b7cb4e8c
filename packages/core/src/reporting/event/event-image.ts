import { type Image, imagesOf } from "@thaw/data/image";
import type { EntityItem } from "electrodb";
import { EventEntity } from "./event.entity.ts";

export type EventImage = Image<EntityItem<typeof EventEntity>, "event">;
export const readEventImage = imagesOf<EntityItem<typeof EventEntity>, "event">(EventEntity);
