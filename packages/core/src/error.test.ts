import { expect, test, vi } from "vitest";
import { AppError } from "./error.ts";

test("an error of another copy of this module is an AppError, and nothing else is", async () => {
  vi.resetModules();
  const copy = await import("./error.ts");
  expect(copy.AppError).not.toBe(AppError);
  expect(copy.notFound("lead") instanceof AppError).toBe(true);
  expect(new Error("not_found") instanceof AppError).toBe(false);
  expect({ code: "not_found", status: 404 } instanceof AppError).toBe(false);
  const nothing: unknown = undefined;
  expect(nothing instanceof AppError).toBe(false);
});
