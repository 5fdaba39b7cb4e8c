import { expect, test } from "vitest";
import { inEnglish } from "../../../../tests/support/in-english.ts";
import { defaultSchedule, mailsPerDay, scheduleProblems } from "./setup-draft.ts";

test("the schedule that is offered first can be saved as it is", () => {
  expect(scheduleProblems(defaultSchedule("Europe/Berlin"), inEnglish)).toEqual({});
});

test("everything that is wrong with a schedule is told at its field", () => {
  const wrong = {
    ...defaultSchedule("Europe/Nowhere"),
    weekdays: [],
    minGapMinutes: 2,
    maxNewLeadsPerDay: "" as const,
  };
  const fields = ["timezone", "weekdays", "minGapMinutes", "maxNewLeadsPerDay"];
  expect(Object.keys(scheduleProblems(wrong, inEnglish)).sort()).toEqual(fields.sort());
  const backwards = { ...defaultSchedule("Europe/Berlin"), start: "17:00", end: "09:00" };
  expect(scheduleProblems(backwards, inEnglish)).toEqual({
    end: ["The start must be earlier than the end"],
  });
});

test("a day holds what the gaps and the daily limits of the senders let through", () => {
  const schedule = { start: "09:00", end: "17:00", minGapMinutes: 10 };
  expect(mailsPerDay(schedule, [{ dailyLimit: 30, minGapMinutes: 3 }])).toBe(30);
  expect(mailsPerDay(schedule, [{ dailyLimit: 100, minGapMinutes: 3 }])).toBe(48);
  expect(mailsPerDay(schedule, [{ dailyLimit: 100, minGapMinutes: 20 }])).toBe(24);
  expect(mailsPerDay({ ...schedule, start: "18:00" }, [{ dailyLimit: 9, minGapMinutes: 3 }])).toBe(
    0,
  );
});
