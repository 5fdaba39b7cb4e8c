import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { openPublicFile } from "@thaw/core/kernel/upload/public-file";

/** An image in a mail or of a person, for anyone. Its address stands for its content for ever. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { body, bytes, contentType } = await openPublicFile(params);
  return new Response(createReadableStreamFromReadable(body), {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(bytes),
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
