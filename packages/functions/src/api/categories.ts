import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from "@thaw/core/accounts/category/category";
import {
  getCategorisation,
  setAccountCategorisation,
} from "@thaw/core/inbox/categorisation/categorisation";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const categories = new Hono<ApiEnv>()
  .basePath("/api/categories")
  .get("/", respond(listCategories))
  .post("/", respond(createCategory, 201))
  .get("/ai", respond(getCategorisation))
  .put("/ai", respond(setAccountCategorisation))
  .patch("/:category_id", respond(updateCategory))
  .delete("/:category_id", respond(deleteCategory));
