import type { ActionFunctionArgs } from "@remix-run/node";
import { removeProfilePicture, setProfilePicture } from "@thaw/core/accounts/user/profile-picture";
import { linkAttachment, takeAttachment } from "@thaw/core/kernel/upload/attachment";
import {
  startAssetUpload,
  startAttachmentUpload,
  startImageUpload,
  startProfileUpload,
  takeSequenceImage,
} from "@thaw/core/kernel/upload/upload";
import { answerCall } from "../../call.server.ts";

const OPERATIONS = {
  startProfileUpload,
  setProfilePicture,
  removeProfilePicture,
  startImageUpload,
  takeSequenceImage,
  startAssetUpload,
  startAttachmentUpload,
  takeAttachment,
  linkAttachment,
};
export type UploadOperations = typeof OPERATIONS;

/** Files go to the bucket; what goes before and after that is asked for here. */
export const action = ({ request }: ActionFunctionArgs) => answerCall(request, OPERATIONS);
