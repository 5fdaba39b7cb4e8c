import * as v from "valibot";
import { expect, test } from "vitest";
import {
  FILE_FAILURES,
  inMegabytes,
  isRefusedName,
  MAX_BYTES,
  MAX_TOTAL_BYTES,
  StartAssetUpload,
  StartAttachmentUpload,
} from "./upload.schema.ts";

test("files fail for exactly three reasons [ERR-05]", () => {
  expect(FILE_FAILURES).toEqual(["UPLOAD_FAILED", "SIZE_EXCEEDED", "LOADING_ERROR"]);
});

test("a megabyte is 1,048,576 bytes [UPL-08]", () => {
  expect(MAX_BYTES).toEqual({
    profile: 2_097_152,
    sender: 2_097_152,
    logo: 2_097_152,
    image: 5_242_880,
    attachment: 15_728_640,
  });
  expect(MAX_TOTAL_BYTES).toBe(26_214_400);
  expect(inMegabytes(MAX_BYTES.attachment)).toBe("15 MB");
});

test("programs, scripts, pages and drawings are refused by their endings, however they are written [UPL-08]", () => {
  const refused =
    "exe msi bat cmd com scr js vbs jar ps1 sh html svg iso vhd vhdx img xll chm one url lnk hta wsf cpl msc reg xlam appref-ms scf".split(
      " ",
    );
  for (const ending of refused) {
    for (const name of [
      `a.${ending}`,
      `a.pdf.${ending.toUpperCase()}`,
      `a.${ending}. `,
      `a.${ending}\u200b`,
      `a.${ending} \u2060.\u200e`,
      `a.\u00ad${ending}`,
    ]) {
      expect(`${name} ${isRefusedName(name)}`).toBe(`${name} true`);
      expect(v.is(StartAttachmentUpload, { fileName: name })).toBe(false);
    }
  }
  for (const name of ["offer.pdf", "exe", "js.docx", "a.exe.zip", "Preise 2026.xlsx"]) {
    expect(`${name} ${isRefusedName(name)}`).toBe(`${name} false`);
    expect(v.is(StartAttachmentUpload, { fileName: name })).toBe(true);
  }
});

test("a file's name is one that a header and a path can hold", () => {
  for (const fileName of [
    "",
    " ",
    "a/b.pdf",
    "a\\b.pdf",
    "a\r\nb.pdf",
    "a\u0000.pdf",
    "x".repeat(201),
  ]) {
    expect(v.is(StartAttachmentUpload, { fileName })).toBe(false);
  }
});

test("an asset is a sender's profile image unless it says otherwise", () => {
  expect(v.parse(StartAssetUpload, { fileType: "image/png" })).toEqual({
    fileType: "image/png",
    fileName: "sender-profile-image",
    resourceEndpoint: "smart-senders",
  });
});
