import { afterAll } from "vitest";
import { startCloud, type TestCloud } from "./cloud.ts";

/** The cloud for the tests of one file: `const cloud = await cloudOfFile()` beside its imports. */
export async function cloudOfFile(): Promise<TestCloud> {
  const cloud = await startCloud();
  afterAll(() => cloud[Symbol.asyncDispose]());
  return cloud;
}
