import * as v from "valibot";

const MOST = 200;
const Word = v.pipe(v.string(), v.maxLength(200));
/** What follows "?" in a list's address. */
const Search = v.pipe(v.string(), v.maxLength(2_000));
const Id = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));
const Ids = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(MOST));
const Day = v.nullable(v.pipe(v.string(), v.isoDate()));
const Range = v.strictObject({ from: Day, to: Day });
const Share = v.nullable(v.pipe(v.number(), v.minValue(0)));
const NO_RANGE = { from: null, to: null };

/** A new shape takes a new version: what a browser holds of another one is dropped. */
const area = <Shape extends v.GenericSchema>(
  version: number,
  shape: Shape,
  empty: v.InferOutput<Shape>,
) => ({ version, shape, empty });

/**
 * What a browser remembers for its user, by area: the shape and what it is before anything is remembered. Passwords, codes
 * and secrets have no place here: scripts can read it.
 */
export const AREAS = {
  applicant: area(1, v.strictObject({ isCrmConnected: v.boolean() }), { isCrmConnected: false }),
  campaigns: area(1, v.strictObject({ list: Search }), { list: "" }),
  uifilters: area(1, v.strictObject({ inbox: Search, emailAccounts: Search, leads: Search }), {
    inbox: "",
    emailAccounts: "",
    leads: "",
  }),
  getstarted: area(1, v.strictObject({ openItem: Word }), { openItem: "" }),
  auth: area(1, v.strictObject({ senderProvider: Word }), { senderProvider: "" }),
  university: area(1, v.strictObject({ categories: Ids, courses: Ids, selectedResource: Id }), {
    categories: [],
    courses: [],
    selectedResource: null,
  }),
  smartdelivery: area(
    1,
    v.strictObject({
      testType: Word,
      tests: Ids,
      spamAssassinScore: Share,
      spamAssassinReports: Ids,
      ipReputationReports: Ids,
      actionSteps: v.pipe(v.array(Word), v.maxLength(MOST)),
      autoTestRun: Id,
      autoTestRange: Range,
      placement: Word,
      spf: Word,
      blocklist: Word,
      status: Word,
    }),
    {
      testType: "",
      tests: [],
      spamAssassinScore: null,
      spamAssassinReports: [],
      ipReputationReports: [],
      actionSteps: [],
      autoTestRun: null,
      autoTestRange: NO_RANGE,
      placement: "",
      spf: "",
      blocklist: "",
      status: "",
    },
  ),
  smartservers: area(1, v.strictObject({ list: Search }), { list: "" }),
  edsubscription: area(1, v.strictObject({ isEnterpriseView: v.boolean() }), {
    isEnterpriseView: false,
  }),
  domains: area(1, v.strictObject({ list: Search }), { list: "" }),
  analytics: area(
    1,
    v.strictObject({
      agencyRange: Range,
      agencyTimezone: Word,
      clientRange: Range,
      clientTimezone: Word,
      clients: Ids,
      emailHealth: Share,
      domainHealth: Share,
    }),
    {
      agencyRange: NO_RANGE,
      agencyTimezone: "",
      clientRange: NO_RANGE,
      clientTimezone: "",
      clients: [],
      emailHealth: null,
      domainHealth: null,
    },
  ),
};

export type AreaName = keyof typeof AREAS;
export type AreaValue<Name extends AreaName> = v.InferOutput<(typeof AREAS)[Name]["shape"]>;
