import { createServer } from "node:net";

/** Below those that the system gives to connections and to servers that ask for any. */
const FIRST = 20_000;
const STEP = 20;
const RANGES = 600;

/** The first of so many free ports that follow one another. Two processes start to look in different places. */
export async function freePortRange(length: number): Promise<number> {
  for (let attempt = 0; attempt < RANGES; attempt++) {
    const first = FIRST + ((process.pid + attempt) % RANGES) * STEP;
    const range = Array.from({ length }, (_, index) => first + index);
    const free = await Promise.all(range.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`There are no ${length} free ports that follow one another`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
