import { bucketName } from "@thaw/local/manifest";
import type { Attack } from "./support/attack.ts";
import type { World } from "./support/world.ts";

/** A form of the product to upload a file with, as a page would post it. */
async function formOf({ ask, agency }: World) {
  const body = { fileName: "a.pdf", fileType: "application/pdf" };
  const { data, text } = await ask("/api/aws-s3/attachment-signed-url", {
    token: agency.owner.token,
    body,
  });
  if (!data?.fields) throw new Error(text);
  const form = new FormData();
  for (const [name, value] of Object.entries(data.fields)) form.append(name, String(value));
  return { form, url: new URL(data.url) };
}

const FILE = new File(["%PDF-1.7"], "a.pdf");
const NAMES = ["iso", "vhd", "xll", "chm", "one", "url", "lnk", "exe\u200b", "exe\u2060. "];

export const attacks: readonly Attack[] = [
  {
    name: "a form with a field that its policy lacks is refused",
    async run(world) {
      const { form, url } = await formOf(world);
      form.append("success_action_redirect", "https://evil.example/");
      form.append("file", FILE);
      const { status } = await world.ask(url.pathname, { body: form });
      return { held: status === 403, seen: String(status) };
    },
  },
  {
    name: "an address of the bucket with a second question mark is refused",
    async run(world) {
      const { form, url } = await formOf(world);
      form.append("file", FILE);
      const { status } = await world.ask(`${url.pathname}?a=1?b=2`, { body: form });
      return { held: status === 400, seen: String(status) };
    },
  },
  {
    name: "a file without a policy is refused before it is read",
    async run({ ask }) {
      const path = `/${bucketName("files")}`;
      const form = new FormData();
      form.append("file", new File([new Uint8Array(30 * 1_048_576)], "zeros"));
      const { status, milliseconds } = await ask(path, { body: form });
      // The connection may break while the rest is still being sent.
      const held = (status === 403 || status === 0) && milliseconds < 5_000;
      return {
        held,
        seen: `${status || "connection closed"} after ${Math.round(milliseconds)} ms`,
      };
    },
  },
  {
    name: "names that end like a program are refused, however the ending is hidden",
    async run({ ask, agency }) {
      const { token } = agency.owner;
      const statuses = await Promise.all(
        NAMES.map(async (ending) => {
          const body = { fileName: `offer.${ending}`, fileType: "application/octet-stream" };
          return (await ask("/api/aws-s3/attachment-signed-url", { token, body })).status;
        }),
      );
      const taken = NAMES.filter((_, index) => statuses[index] !== 400);
      return { held: taken.length === 0, seen: `${taken.length} of ${NAMES.length} taken` };
    },
  },
];
