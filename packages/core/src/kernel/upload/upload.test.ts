import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeAttachment, postFile, uploadTo } from "../../../../../tests/support/upload.ts";
import { putObject, sizeOfObject } from "../../../../data/src/bucket.ts";
import { findAttachments, linkAttachment, takeAttachment } from "./attachment.ts";
import { openPublicFile } from "./public-file.ts";
import { type Attachment, failureOfTransfer, IMAGE_TYPES, MAX_BYTES } from "./upload.schema.ts";
import {
  startAssetUpload,
  startAttachmentUpload,
  startImageUpload,
  startProfileUpload,
  takeAsset,
  takeSequenceImage,
} from "./upload.ts";

const MB = 1_048_576;
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const BEGINNINGS = {
  "image/png": PNG,
  "image/jpeg": Buffer.from("ffd8ffe0", "hex"),
  "image/webp": Buffer.from("RIFF0000WEBPVP8 "),
  "image/gif": Buffer.from("GIF89a"),
};
const padded = (beginning: Buffer, bytes: number) =>
  Buffer.concat([beginning, Buffer.alloc(bytes - beginning.length)]);

const cloud = await cloudOfFile();

/** What the bucket says of a form that is posted with this file. */
async function answerTo(response: Response): Promise<string> {
  return failureOfTransfer(response.status, await response.text()) ?? "taken";
}

test("profile, sender and sequence images come in four types up to their limits, and a byte more is refused [UPL-01] [UPL-02] [UPL-03] [UPL-07]", async () => {
  const actor = testActor();
  const kinds = [
    ["profile", 2 * MB, (fileType: "image/png") => startProfileUpload(actor, { fileType })],
    [
      "image",
      5 * MB,
      (fileType: "image/png") => startImageUpload(actor, { fileName: "a.png", fileType }),
    ],
    ["sender", 2 * MB, (fileType: "image/png") => startAssetUpload(actor, { fileType })],
    [
      "logo",
      2 * MB,
      (fileType: "image/png") =>
        startAssetUpload(actor, { fileType, fileName: "l", resourceEndpoint: "white-label" }),
    ],
  ] as const;
  for (const [kind, limit, start] of kinds) {
    for (const type of IMAGE_TYPES) {
      const form = await start(type as "image/png");
      expect(form.max_bytes).toBe(limit);
      expect(form.file_key).toMatch(
        new RegExp(`^upload/acct/${actor.accountId}/${kind}/[\\w-]{43}$`),
      );
      expect(await answerTo(await postFile(form, padded(BEGINNINGS[type], limit)))).toBe("taken");
    }
    const form = await start("image/png");
    expect(await answerTo(await postFile(form, padded(PNG, limit + 1)))).toBe("SIZE_EXCEEDED");
    await expect(start("image/svg+xml" as "image/png")).rejects.toMatchObject({ code: "invalid" });
  }
  await expect(
    startImageUpload(actor, { fileName: "a.svg", fileType: "image/png" }),
  ).rejects.toMatchObject({ code: "invalid" });
  await expect(
    startAttachmentUpload(actor, { fileName: "a.png", fileType: "image/svg+xml" }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("a form takes its own type, key and ten minutes, and nothing else [UPL-06] [UPL-09]", async () => {
  const actor = testActor();
  const start = () => startProfileUpload(actor, { fileType: "image/png" });
  const form = await start();
  const posted = (changed: Record<string, string>) => postFile(form, PNG, changed).then(answerTo);
  expect(await posted({ "Content-Type": "text/html" })).toBe("UPLOAD_FAILED");
  expect(await posted({ "Content-Type": "image/svg+xml" })).toBe("UPLOAD_FAILED");
  expect(await posted({ key: `acct/${actor.accountId}/profile/mine` })).toBe("UPLOAD_FAILED");
  expect(await posted({ key: form.file_key.replace(/acct\/\d+/, "acct/1") })).toBe("UPLOAD_FAILED");
  expect(failureOfTransfer(0, "")).toBe("UPLOAD_FAILED");
  expect(await posted({})).toBe("taken");
  const other = await start();
  expect(other.file_key).not.toBe(form.file_key);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 590_000 });
  const early = await start();
  vi.setSystemTime(Date.now() - 15_000);
  const late = await start();
  vi.useRealTimers();
  expect(await postFile(early, PNG).then(answerTo)).toBe("taken");
  const refused = await postFile(late, PNG);
  expect(await refused.clone().text()).toContain("expired");
  expect(await answerTo(refused)).toBe("UPLOAD_FAILED");
});

test("an attachment has at most 15 MB [UPL-04]", async () => {
  const actor = testActor();
  const start = () => startAttachmentUpload(actor, { fileName: "offer.pdf" });
  const largest = await start();
  expect(await postFile(largest, Buffer.alloc(15 * MB)).then(answerTo)).toBe("taken");
  expect(await postFile(await start(), Buffer.alloc(15 * MB + 1)).then(answerTo)).toBe(
    "SIZE_EXCEEDED",
  );
  const accepted = await takeAttachment(actor, {
    file_key: largest.file_key,
    file_name: "offer.pdf",
  });
  expect(accepted.bytes).toBe(15 * MB);
  // Whatever came past the form is measured again.
  const key = (await start()).file_key;
  await putObject(key, Buffer.alloc(15 * MB + 1), "application/pdf");
  await expect(
    takeAttachment(actor, { file_key: key, file_name: "offer.pdf" }),
  ).rejects.toMatchObject({ code: "SIZE_EXCEEDED", status: 413 });
});

test("an image is what its content is: another type, a page or a drawing is not taken [UPL-07] [UPL-09]", async () => {
  const actor = testActor();
  const start = () => startImageUpload(actor, { fileName: "a.png", fileType: "image/png" });
  for (const content of ["<svg onload='x()'/>", "<html>", BEGINNINGS["image/gif"]]) {
    const file_key = await uploadTo(await start(), content);
    await expect(takeSequenceImage(actor, { file_key })).rejects.toMatchObject({
      code: "UPLOAD_FAILED",
    });
  }
});

test("a program is no attachment, whatever it is called [UPL-08] [UPL-09]", async () => {
  const actor = testActor();
  await expect(makeAttachment(actor, "setup.exe", "MZ")).rejects.toMatchObject({ code: "invalid" });
  for (const content of [Buffer.from("4d5a9000", "hex"), "#!/bin/sh", "<svg/>"]) {
    await expect(makeAttachment(actor, "offer.pdf", content)).rejects.toMatchObject({
      code: "UPLOAD_FAILED",
    });
  }
});

test("an image is public under an address that nobody can guess, and stays as it was taken", async () => {
  const actor = testActor();
  const form = await startImageUpload(actor, { fileName: "a.png", fileType: "image/png" });
  const file_key = await uploadTo(form, PNG);
  const path = (url: string) => {
    const [, account_id, kind, token] = /\/file\/(\d+)\/(\w+)\/([\w-]+)$/.exec(url) ?? [];
    return { account_id, kind, token };
  };
  const accepted = await takeSequenceImage(actor, { file_key });
  expect(await takeSequenceImage(actor, { file_key })).toEqual(accepted);
  expect(await sizeOfObject(file_key)).toBeUndefined();
  // The form lives on for minutes; what it brings now is not what people see.
  await uploadTo(form, padded(PNG, 1_000));
  const shown = await openPublicFile(path(accepted.url));
  expect(shown).toMatchObject({ bytes: PNG.length, contentType: "image/png" });
  shown.body.destroy();
  const { token } = path(accepted.url);
  for (const other of [
    { ...path(accepted.url), account_id: String(actor.accountId + 1) },
    { ...path(accepted.url), kind: "profile" },
    { ...path(accepted.url), token: token?.replace(/.$/, "_") },
    { ...path(accepted.url), token: `../image/${token}` },
  ]) {
    await expect(openPublicFile(other)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("an attachment is never public and only its account downloads it", async () => {
  const actor = testActor();
  const { file_key } = await makeAttachment(actor, "Angebot für Ä.pdf", "hello");
  const token = file_key.split("/").at(-1) ?? "";
  const path = { account_id: String(actor.accountId), kind: "attachment", token };
  // Even one that is an image.
  await putObject(file_key, "hello", "image/png");
  await expect(openPublicFile(path)).rejects.toMatchObject({ code: "not_found" });
  expect(
    (await fetch(`${process.env.AWS_ENDPOINT_URL_S3}/${cloud.bucket}/${file_key}`)).status,
  ).toBe(403);
  const { url } = await linkAttachment(actor, { token });
  const response = await fetch(url);
  expect(await response.text()).toBe("hello");
  expect(response.headers.get("content-disposition")).toContain("attachment");
  await expect(linkAttachment(testActor(), { token })).rejects.toMatchObject({ code: "not_found" });
});

test("what someone else uploaded or made is not there", async () => {
  const [actor, stranger] = [testActor(), testActor()];
  const form = await startAttachmentUpload(actor, { fileName: "a.pdf" });
  const file_key = await uploadTo(form, "hello");
  const asked = { file_key, file_name: "a.pdf" };
  const refused = { code: "not_found" };
  await expect(takeAttachment(stranger, asked)).rejects.toMatchObject(refused);
  await expect(takeAsset(actor, { file_key })).rejects.toMatchObject(refused);
  await expect(
    takeAttachment(actor, { ...asked, file_key: `${file_key}/../x` }),
  ).rejects.toMatchObject(refused);
  const accepted = await takeAttachment(actor, asked);
  // A repeat does not rename what mails carry.
  expect(await takeAttachment(actor, { ...asked, file_name: "b.pdf" })).toEqual(accepted);
  const of = (attachment: { file_key: string }) => [{ attachments: [attachment], path: "x" }];
  expect(await findAttachments(actor.accountId, of(accepted))).toEqual([[accepted]]);
  await expect(findAttachments(stranger.accountId, of(accepted))).rejects.toMatchObject(refused);
  const renamed = { file_key: accepted.file_key.replace("/attachment/", "/image/") };
  await expect(findAttachments(actor.accountId, of(renamed))).rejects.toMatchObject(refused);
});

test("the files of one mail have at most 25 MB together, as they are before encoding [UPL-05] [UPL-08]", async () => {
  const actor = testActor();
  const sizes = [15 * MB, 10 * MB - 1, 1, 1];
  const files: Attachment[] = [];
  for (const [index, size] of sizes.entries()) {
    files.push(await makeAttachment(actor, `${index}.pdf`, Buffer.alloc(size)));
  }
  const of = (attachments: typeof files) => [{ attachments, path: "attachments" }];
  const [three] = await findAttachments(actor.accountId, of(files.slice(0, 3)));
  expect(three).toHaveLength(3);
  expect(MAX_BYTES.attachment).toBe(15 * MB);
  await expect(findAttachments(actor.accountId, of(files))).rejects.toMatchObject({
    code: "SIZE_EXCEEDED",
    fields: { attachments: [told(expect.stringContaining("25 MB"))] },
  });
  // What the caller claims of the sizes counts for nothing.
  const claimed = files.map((file) => ({ ...file, bytes: 1 }));
  await expect(findAttachments(actor.accountId, of(claimed))).rejects.toMatchObject({
    code: "SIZE_EXCEEDED",
  });
});

test("an attachment whose file is gone cannot be viewed: LOADING_ERROR [UPL-09]", async () => {
  const actor = testActor();
  const { file_key } = await makeAttachment(actor, "a.pdf", "hello");
  const { deleteObject } = await import("../../../../data/src/bucket.ts");
  await deleteObject(file_key);
  await expect(
    linkAttachment(actor, { token: file_key.split("/").at(-1) ?? "" }),
  ).rejects.toMatchObject({ code: "LOADING_ERROR", status: 424 });
});
