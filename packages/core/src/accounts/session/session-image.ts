import { type Image, imagesOf } from "@thaw/data/image";
import type { EntityItem } from "electrodb";
import { SessionEntity } from "./session.entity.ts";

export type SessionImage = Image<EntityItem<typeof SessionEntity>, "session">;
export const readSessionImage = imagesOf<EntityItem<typeof SessionEntity>, "session">(
  SessionEntity,
);
