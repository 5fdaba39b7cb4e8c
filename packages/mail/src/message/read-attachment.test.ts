import { expect, test } from "vitest";
import { composeMessage } from "./compose-message.ts";
import { readAttachment } from "./read-attachment.ts";
import { readMessage } from "./read-message.ts";

test("each attachment comes back byte by byte, at its place in the list", async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));
  const { raw } = await composeMessage({
    from: { name: "", address: "ana@sender.example" },
    to: [{ name: "", address: "bob@lead.example" }],
    subject: "Files",
    text: "see files",
    messageId: "<1@sender.example>",
    date: new Date(0),
    attachments: [
      { fileName: "a.bin", contentType: "application/octet-stream", content: bytes },
      { fileName: "b.csv", contentType: "text/csv", content: Buffer.from("é;=\r\n".repeat(50)) },
    ],
  });
  const { attachments } = await readMessage(raw);
  expect(await readAttachment(raw, 0)).toEqual({ ...attachments[0], content: bytes });
  expect((await readAttachment(raw, 1))?.content.toString()).toBe("é;=\r\n".repeat(50));
  expect(await readAttachment(raw, 2)).toBeUndefined();
});

test("quoted-printable bytes of any character set stay as they are", async () => {
  const raw = Buffer.from(
    'Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: text/csv; charset=iso-8859-1\r\nContent-Disposition: attachment; filename="x.csv"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ncaf=E9 =\r\nau=3D\r\n--q--\r\n',
  );
  expect((await readAttachment(raw, 0))?.content).toEqual(Buffer.from("caf\xe9 au=", "latin1"));
});
