import { removeProfilePicture, setProfilePicture } from "@thaw/core/accounts/user/profile-picture";
import { linkAttachment, takeAttachment } from "@thaw/core/kernel/upload/attachment";
import {
  startAssetUpload,
  startAttachmentUpload,
  startImageUpload,
  startProfileUpload,
  takeAsset,
  takeSequenceImage,
} from "@thaw/core/kernel/upload/upload";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

/** Each gives a form for one file, which goes to the bucket; then its key comes back here. */
export const uploads = new Hono<ApiEnv>()
  .basePath("/api/aws-s3")
  .get("/get-profile-upload-signed-url", respond(startProfileUpload))
  .get("/get-campaign-sequence-image-signed-url", respond(startImageUpload))
  .post("/smartsenders-assets-signed-url", respond(startAssetUpload, 201))
  .post("/attachment-signed-url", respond(startAttachmentUpload, 201))
  .put("/profile-picture", respond(setProfilePicture))
  .delete("/profile-picture", respond(removeProfilePicture))
  .post("/sequence-images", respond(takeSequenceImage, 201))
  .post("/assets", respond(takeAsset, 201))
  .post("/attachments", respond(takeAttachment, 201))
  .get("/attachments/:token", respond(linkAttachment));
