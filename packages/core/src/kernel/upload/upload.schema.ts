import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

const MB = 1_048_576;

/** What can go wrong with a file: a limit, a transfer that was refused or broke off, or a file that cannot be fetched. */
export const FILE_FAILURES = ["UPLOAD_FAILED", "SIZE_EXCEEDED", "LOADING_ERROR"] as const;
export type FileFailure = (typeof FILE_FAILURES)[number];

export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Images are shown to everyone who knows their address, attachments never. */
export const IMAGE_KINDS = ["profile", "sender", "logo", "image"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];
export type UploadKind = ImageKind | "attachment";

export const MAX_BYTES: Readonly<Record<UploadKind, number>> = {
  profile: 2 * MB,
  sender: 2 * MB,
  logo: 2 * MB,
  image: 5 * MB,
  attachment: 15 * MB,
};
/** Of one mail together, before they are encoded. */
export const MAX_TOTAL_BYTES = 25 * MB;
export const MAX_ATTACHMENTS = 20;

/**
 * Programs, scripts, images of disks with programs in them, links that start something, and what a browser runs scripts of: what
 * Gmail and Outlook refuse, and what Windows starts at a double click.
 */
export const REFUSED_ENDINGS: ReadonlySet<string> = new Set(
  [
    "exe msi msix msixbundle msp mst bat cmd com scr pif cpl dll sys drv ocx ex ex_ nsh jar jnlp",
    "apk appx appxbundle app application appref-ms dmg pkg deb rpm",
    "js jse mjs vb vbe vbs vbscript ws wsc wsf wsh sct scf ps1 ps1xml ps2 psc1 psc2 psm1 psd1 msh hta",
    "sh bash command reg inf ins isp msc lib shb shs xbap xlam xla xll ppam ppa wll one onepkg",
    "iso img vhd vhdx vmdk udf chm hlp lnk url website webloc desktop gadget theme library-ms",
    "searchconnector-ms search-ms settingcontent-ms diagcab diagcfg diagpkg ade adp mde vxd",
    "html htm xhtml shtml mht mhtml svg svgz",
  ].flatMap((line) => line.split(" ")),
);

export const NO_PROGRAMS = issueText("noPrograms");
export const WRONG_IMAGE = issueText("wrongImage");

/** Systems drop dots and spaces at the end, nobody sees format characters, and either hides an ending. */
export function isRefusedName(fileName: string): boolean {
  const name = fileName
    .replace(/\p{Cf}/gu, "")
    .toLowerCase()
    .replace(/(^|[^\s.])[\s.]+$/, "$1");
  return REFUSED_ENDINGS.has(/\.([^.]+)$/.exec(name)?.[1] ?? "");
}

/** "2 MB": a limit in words. */
export const inMegabytes = (bytes: number) => `${bytes / MB} MB`;

/** Which failure an answer of the bucket to an upload is; undefined when it took the file. A broken connection has status 0. */
export function failureOfTransfer(status: number, answer: string): FileFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return answer.includes("<Code>EntityTooLarge</Code>") ? "SIZE_EXCEEDED" : "UPLOAD_FAILED";
}

const fileName = v.pipe(
  v.string(issueText("fileNameMissing")),
  v.trim(),
  v.nonEmpty(issueText("fileNameMissing")),
  v.maxLength(200, boundText("fileNameTooLong")),
  // oxlint-disable-next-line no-control-regex -- such a name would break a header or a path
  v.regex(/^[^\u0000-\u001f\u007f/\\]+$/, issueText("fileNameCharacters")),
);
const imageName = v.pipe(
  fileName,
  v.check((name) => !/\.svgz?$/i.test(name), WRONG_IMAGE),
);
const imageType = v.picklist(IMAGE_TYPES, WRONG_IMAGE);

/** Given by the sender of the file; mail programs go by the name. */
const anyType = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.maxLength(120),
  v.regex(/^[\w.+-]+\/[\w.+-]+$/, issueText("fileType")),
  v.check((type) => !/svg|html|javascript|ecmascript/.test(type), NO_PROGRAMS),
);

export const StartProfileUpload = v.object({ fileType: imageType });
export const StartImageUpload = v.object({ fileName: imageName, fileType: imageType });

/** Whose image an asset is. */
export const ASSET_KINDS = {
  "smart-senders": "sender",
  "white-label": "logo",
} as const satisfies Record<string, ImageKind>;
export const StartAssetUpload = v.object({
  fileType: imageType,
  fileName: v.optional(imageName, "sender-profile-image"),
  resourceEndpoint: v.optional(
    v.picklist(Object.keys(ASSET_KINDS) as (keyof typeof ASSET_KINDS)[]),
    "smart-senders",
  ),
});
export const StartAttachmentUpload = v.object({
  fileName: v.pipe(
    fileName,
    v.check((name) => !isRefusedName(name), NO_PROGRAMS),
  ),
  fileType: v.optional(anyType, "application/octet-stream"),
});

/** A form that puts one file into the bucket. */
export const UploadForm = v.object({
  file_key: v.string(),
  url: v.string(),
  /** The other fields of the form; the file comes last, as `file`. */
  fields: v.record(v.string(), v.string()),
  max_bytes: v.number(),
});
export type UploadForm = v.InferOutput<typeof UploadForm>;

const FileKey = v.pipe(v.string(), v.maxLength(200));
export const TakeImage = v.object({ file_key: FileKey });
export const TakeAttachment = v.object({
  file_key: FileKey,
  file_name: StartAttachmentUpload.entries.fileName,
});

/** `url` is public and never changes its content. */
export const AcceptedImage = v.object({ file_key: v.string(), url: v.string(), bytes: v.number() });
export type AcceptedImage = v.InferOutput<typeof AcceptedImage>;

export const Attachment = v.object({
  file_key: FileKey,
  name: v.pipe(v.string(), v.maxLength(200)),
  type: v.pipe(v.string(), v.maxLength(120)),
  bytes: v.number(),
});
export type Attachment = v.InferOutput<typeof Attachment>;

/** Of a mail. Only the keys count where they come in: the rest is what is known of the files. */
export const Attachments = v.pipe(
  v.array(Attachment),
  v.maxLength(MAX_ATTACHMENTS, boundText("attachmentsMost")),
);

export const AttachmentKey = v.object({ token: v.pipe(v.string(), v.maxLength(64)) });
export const FileLink = v.object({ url: v.string() });

export const totalBytes = (attachments: readonly Pick<Attachment, "bytes">[]) =>
  attachments.reduce((sum, { bytes }) => sum + bytes, 0);
