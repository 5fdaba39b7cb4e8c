/** What is cut out of an image, in its own pixels. */
export type Square = { x: number; y: number; width: number; height: number };

/** Pixels of a side: sharp at every size in which a face is shown. */
const SIDE = 512;

/** Cuts a square out of an image. A photograph stays a JPEG; what may be transparent becomes a PNG. */
export async function cropImage(file: File, square: Square): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("This browser cannot draw");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(bitmap, square.x, square.y, square.width, square.height, 0, 0, SIDE, SIDE);
  bitmap.close();
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The image could not be written"))),
      type,
      0.9,
    );
  });
}
