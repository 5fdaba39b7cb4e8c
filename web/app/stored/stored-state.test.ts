import { beforeEach, expect, test } from "vitest";
import { AREAS, type AreaName } from "./areas.ts";
import { type Owner, readArea, resetAreas, writeArea } from "./stored-state.ts";

const NAMES = Object.keys(AREAS) as AreaName[];
const ana: Owner = { host: "thaw.example", userId: 1 };
const bob: Owner = { ...ana, userId: 2 };

/** A browser's storage, as the DOM describes it. */
const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
beforeEach(() => kept.clear());

const empties = () => Object.fromEntries(NAMES.map((name) => [name, AREAS[name].empty]));
const all = (owner: Owner) =>
  Object.fromEntries(NAMES.map((name) => [name, readArea(store, owner, name)]));

test("a full reset returns all eleven areas to empty [PERS-02]", () => {
  expect(NAMES).toEqual([
    "applicant",
    "campaigns",
    "uifilters",
    "getstarted",
    "auth",
    "university",
    "smartdelivery",
    "smartservers",
    "edsubscription",
    "domains",
    "analytics",
  ]);
  writeArea(store, ana, "applicant", { isCrmConnected: true });
  writeArea(store, ana, "campaigns", { list: "status=ACTIVE" });
  writeArea(store, ana, "uifilters", { leads: "status=PAUSED" });
  writeArea(store, ana, "getstarted", { openItem: "campaign" });
  writeArea(store, ana, "auth", { senderProvider: "gmail" });
  writeArea(store, ana, "university", { selectedResource: 4 });
  writeArea(store, ana, "smartdelivery", { spf: "fail" });
  writeArea(store, ana, "smartservers", { list: "sort=name" });
  writeArea(store, ana, "edsubscription", { isEnterpriseView: true });
  writeArea(store, ana, "domains", { list: "sort=name" });
  writeArea(store, ana, "analytics", { clients: [7] });
  for (const name of NAMES) expect(readArea(store, ana, name)).not.toEqual(AREAS[name].empty);

  resetAreas(store, ana);
  expect(all(ana)).toEqual(empties());
});

test("what is remembered is its user's on its host: another user finds the defaults", () => {
  writeArea(store, ana, "uifilters", { leads: "status=PAUSED" });
  expect(all(bob)).toEqual(empties());
  expect(all({ ...ana, host: "agency.example" })).toEqual(empties());
  resetAreas(store, bob);
  expect(readArea(store, ana, "uifilters").leads).toBe("status=PAUSED");
});

test("one value changes and the others of its area stay", () => {
  writeArea(store, ana, "uifilters", { leads: "status=PAUSED" });
  writeArea(store, ana, "uifilters", { inbox: "folder=sent" });
  expect(readArea(store, ana, "uifilters")).toEqual({
    inbox: "folder=sent",
    emailAccounts: "",
    leads: "status=PAUSED",
  });
});

test("another version, another shape and what is no JSON are dropped", () => {
  const key = () => [...kept.keys()][0] ?? "";
  const good = { inbox: "", emailAccounts: "", leads: "a" };
  writeArea(store, ana, "uifilters", good);
  for (const version of [0, 2, "1", undefined]) {
    store.setItem(key(), JSON.stringify({ version, value: good }));
    expect(readArea(store, ana, "uifilters")).toEqual(AREAS.uifilters.empty);
  }
  for (const value of [null, [], "x", { ...good, leads: 3 }, { ...good, more: "" }]) {
    store.setItem(key(), JSON.stringify({ version: 1, value }));
    expect(readArea(store, ana, "uifilters")).toEqual(AREAS.uifilters.empty);
  }
  store.setItem(key(), "{");
  expect(readArea(store, ana, "uifilters")).toEqual(AREAS.uifilters.empty);
});

test("a browser that forbids storage remembers nothing and breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("No", "SecurityError");
  };
  const none = { getItem: refuse, setItem: refuse, removeItem: refuse };
  writeArea(none, ana, "campaigns", { list: "a" });
  resetAreas(none, ana);
  expect(readArea(none, ana, "campaigns")).toEqual({ list: "" });
});

test("the filters of deliverability start as empty strings", () => {
  const { placement, spf, blocklist, status } = readArea(store, ana, "smartdelivery");
  expect({ placement, spf, blocklist, status }).toEqual({
    placement: "",
    spf: "",
    blocklist: "",
    status: "",
  });
});

test("deliverability, analytics and the rest remember what the product names", () => {
  const keysOf = (name: AreaName) => Object.keys(AREAS[name].shape.entries).toSorted();
  expect(keysOf("smartdelivery")).toEqual([
    "actionSteps",
    "autoTestRange",
    "autoTestRun",
    "blocklist",
    "ipReputationReports",
    "placement",
    "spamAssassinReports",
    "spamAssassinScore",
    "spf",
    "status",
    "testType",
    "tests",
  ]);
  expect(keysOf("analytics")).toEqual([
    "agencyRange",
    "agencyTimezone",
    "clientRange",
    "clientTimezone",
    "clients",
    "domainHealth",
    "emailHealth",
  ]);
  expect(keysOf("university")).toEqual(["categories", "courses", "selectedResource"]);
  expect(keysOf("auth")).toEqual(["senderProvider"]);
  expect(keysOf("edsubscription")).toEqual(["isEnterpriseView"]);
  expect(keysOf("applicant")).toEqual(["isCrmConnected"]);
});

test("no area has a place for a password, a code or a secret, nor takes one that is slipped in", () => {
  const names = NAMES.flatMap((name) => Object.keys(AREAS[name].shape.entries));
  expect(names.filter((name) => /password|secret|token|code|key|otp/i.test(name))).toEqual([]);
  const slipped = { list: "", smtp_password: "hunter2hunter2" };
  writeArea(store, ana, "campaigns", slipped);
  expect([...kept.values()].join("")).not.toContain("hunter2");
});
