import type { Page } from "playwright/test";

/** An image that is wider than high. */
export async function drawnPicture(page: Page) {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 400;
    return canvas.toDataURL("image/png");
  });
  const buffer = Buffer.from(address.split(",")[1] ?? "", "base64");
  return { name: "ana.png", mimeType: "image/png", buffer };
}
