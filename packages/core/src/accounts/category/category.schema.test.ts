import { expect, test } from "vitest";
import {
  AI_CATEGORISATION_MODES,
  CATEGORIES,
  CATEGORY_DELETE_LIMIT,
  DO_NOT_CONTACT,
  NOT_ASSIGNED,
  OUT_OF_OFFICE,
  SENTIMENT_LABELS,
  SENTIMENTS,
} from "./category.schema.ts";

test("the built-in categories have their ids, names and sentiments [CAT-08] [CAT-11]", () => {
  expect(CATEGORIES.map(({ id, name, sentiment }) => [id, name, sentiment])).toEqual([
    [-1, "Lead Category Not Assigned", "neutral"],
    [1, "Interested", "positive"],
    [2, "Meeting Request", "positive"],
    [3, "Not Interested", "negative"],
    [4, "Do Not Contact", "negative"],
    [5, "Information Request", "positive"],
    [6, "Out Of Office", "neutral"],
    [7, "Wrong Person", "negative"],
  ]);
});

test("categories with consequences have fixed ids, and nine is the last id that cannot be deleted [CAT-04] [CAT-05]", () => {
  expect({ DO_NOT_CONTACT, OUT_OF_OFFICE, NOT_ASSIGNED }).toEqual({
    DO_NOT_CONTACT: 4,
    OUT_OF_OFFICE: 6,
    NOT_ASSIGNED: -1,
  });
  expect(CATEGORY_DELETE_LIMIT).toBe(9);
});

test('there are three sentiments, and negative is shown as "Not Positive" [CAT-06]', () => {
  expect(SENTIMENTS).toEqual(["positive", "negative", "neutral"]);
  expect(SENTIMENT_LABELS).toEqual({
    positive: "Positive",
    negative: "Not Positive",
    neutral: "Neutral",
  });
});

test("AI categorises in one of three modes [CAT-07]", () => {
  expect(AI_CATEGORISATION_MODES).toEqual(["none", "product", "custom"]);
});
