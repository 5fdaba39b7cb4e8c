import { type Image, imagesOf } from "@thaw/data/image";
import { UserEntity, type UserRecord } from "./user.entity.ts";

export type UserImage = Image<UserRecord, "user">;
export const readUserImage = imagesOf<UserRecord, "user">(UserEntity);
