import { expect, test } from "vitest";
import { HEAD_BYTES, imageTypeOf, isProgram } from "./file-content.ts";

test("an image is recognised by its first bytes", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");
  expect(imageTypeOf(png)).toBe("image/png");
  expect(imageTypeOf(Buffer.from("ffd8ffe000104a464946", "hex"))).toBe("image/jpeg");
  expect(imageTypeOf(Buffer.from("RIFF\u0010\0\0\0WEBPVP8 ", "latin1"))).toBe("image/webp");
  expect(imageTypeOf(Buffer.from("GIF89a\u0001"))).toBe("image/gif");
  for (const other of ["", "<svg xmlns='x'/>", "RIFF0000WAVE", "GIF", "BM0000"]) {
    expect(imageTypeOf(Buffer.from(other))).toBeUndefined();
  }
  expect(imageTypeOf(png.subarray(1))).toBeUndefined();
});

test("a program is recognised by its first bytes, whatever its name", () => {
  const programs = [
    Buffer.from("4d5a90000300", "hex"),
    Buffer.from("7f454c46", "hex"),
    Buffer.from("cffaedfe", "hex"),
    Buffer.from("cafebabe", "hex"),
    Buffer.from("#!/bin/sh\nrm"),
    Buffer.from("<svg onload='x'>"),
    Buffer.from("\uFEFF <?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE svg>\n<SVG>"),
    Buffer.from("<!doctype html><p>"),
    Buffer.from("<html>"),
    Buffer.from("\uFEFF<script>x</script>", "utf16le"),
  ];
  expect(programs.map(isProgram)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  const files = [
    "%PDF-1.7",
    "PK\u0003\u0004",
    "MZ is a postcode",
    "a <svg> in a text",
    "<note/>",
    "",
  ];
  expect(files.filter((file) => isProgram(Buffer.from(file)))).toEqual([]);
});

test("hostile first bytes are checked without delay", () => {
  const head = Buffer.from("<!---->".repeat(HEAD_BYTES / 7));
  expect(isProgram(head)).toBe(false);
});
