import { deleteObject } from "@thaw/data/bucket";
import * as v from "valibot";
import { notFound } from "../../error.ts";
import { TakeImage } from "../../kernel/upload/upload.schema.ts";
import { keyOf, publicUrl, takeUpload } from "../../kernel/upload/upload.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { UserEntity, type UserRecord } from "./user.entity.ts";
import { findUser } from "./user-record.ts";

const Picture = v.object({ profile_pic_url: v.nullable(v.string()) });

/** Shows an uploaded picture wherever the user is shown. */
export const setProfilePicture = operation({
  permission: "signed_in",
  input: TakeImage,
  output: Picture,
  async run({ accountId, userId }, { file_key }) {
    const before = await findUser({ accountId, userId });
    if (!before) throw notFound("user");
    const { token } = await takeUpload(accountId, file_key, ["profile"]);
    await UserEntity.patch({ accountId, userId }).set({ pictureToken: token }).go();
    if (before.pictureToken !== token) await dropPicture(before);
    return { profile_pic_url: publicUrl(accountId, "profile", token) };
  },
});

export const removeProfilePicture = operation({
  permission: "signed_in",
  input: Nothing,
  output: Picture,
  async run({ accountId, userId }) {
    const before = await findUser({ accountId, userId });
    if (!before) throw notFound("user");
    await UserEntity.patch({ accountId, userId }).remove(["pictureToken"]).go();
    await dropPicture(before);
    return { profile_pic_url: null };
  },
});

/** Nothing but the user points to a picture. */
async function dropPicture({ accountId, pictureToken }: UserRecord): Promise<void> {
  if (pictureToken) await deleteObject(keyOf(accountId, "profile", pictureToken));
}
