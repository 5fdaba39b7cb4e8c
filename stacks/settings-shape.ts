import * as v from "valibot";
import { SERVICES, type ServiceName } from "../packages/core/src/manifest.ts";
import { nearestName } from "./nearest-name.ts";

/** CloudFront reads certificates in this region alone. */
const CERTIFICATE_REGION = "us-east-1";
/** CloudFront gives a distribution so many names without a raised quota, and an account so many tenants. */
const MOST_HOSTS = 100;

export const isObject = (input: unknown): input is object =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/** An object that names what it does not know, all of it at once, with the field that was meant. */
function section<Entries extends v.ObjectEntries>(
  entries: Entries,
  elsewhere: Record<string, string> = {},
) {
  const known = Object.keys(entries);
  return v.pipe(
    v.custom<object>(isObject, "has to be an object in braces"),
    v.looseObject(entries, "is missing"),
    v.rawCheck(({ dataset, addIssue }) => {
      const input: unknown = dataset.value;
      if (!isObject(input)) return;
      for (const key of Object.keys(input)) {
        if (known.includes(key)) continue;
        const value = (input as Record<string, unknown>)[key];
        const path = { type: "object", origin: "key", input, key, value } as never;
        addIssue({ message: elsewhere[key] ?? unknownField(key, known), path: [path] });
      }
    }),
  );
}

function unknownField(key: string, known: readonly string[]): string {
  const meant = nearestName(key, known);
  return meant
    ? `is no setting; did you mean ${meant}?`
    : `is no setting; there are ${known.join(", ")}`;
}

const text = (longest: number) =>
  v.pipe(
    v.string("has to be text in quotes"),
    v.maxLength(longest, `has more than ${longest} characters`),
  );
const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    v.array(item, "has to be a list in brackets"),
    v.maxLength(MOST_HOSTS, `has more than ${MOST_HOSTS} entries`),
  );

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const host = v.pipe(
  text(253),
  v.regex(HOST, "is no host name: small letters, digits, hyphens and dots, without https://"),
);
const address = v.pipe(
  text(320),
  v.check((input) => isAddress(input), "is no email address"),
);
const sender = v.pipe(
  text(320),
  v.check((input) => isAddress(addressOf(input)), "is neither an address nor Name <address>"),
);
const page = v.pipe(
  text(2_000),
  v.check((input) => /^https?:\/\//.test(input) && URL.canParse(input), "is no http(s) address"),
);
const certificateArn = v.pipe(
  text(300),
  v.regex(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    "is no ARN of a certificate (arn:aws:acm:us-east-1:…:certificate/…)",
  ),
  v.check(
    (arn) => arn.split(":")[3] === CERTIFICATE_REGION,
    `is in another region: CloudFront takes certificates of ${CERTIFICATE_REGION} alone`,
  ),
);

const serviceHosts = Object.fromEntries(
  SERVICES.map((name) => [name, v.exactOptional(host)]),
) as Record<ServiceName, v.ExactOptionalSchema<typeof host, undefined>>;

const yesOrNo = v.boolean("has to be true or false");

/** What a file may say for all stages together. */
const shared = {
  logRetention: v.exactOptional(
    v.picklist(["one_week", "three_months"], 'has to be "one_week" or "three_months"'),
  ),
  emailFrom: v.exactOptional(sender),
  operatorEmail: v.exactOptional(address),
  languageModel: v.exactOptional(
    section({ baseUrl: page, models: v.pipe(list(text(200)), v.minLength(1, "names no model")) }),
  ),
  contactEmail: v.exactOptional(address),
  pageViewSink: v.exactOptional(page),
  termsUrl: v.exactOptional(page),
  privacyUrl: v.exactOptional(page),
};

const webAclArn = v.pipe(
  text(300),
  v.regex(
    /^arn:aws[a-z-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/,
    "is no ARN of a web ACL with the scope CLOUDFRONT (arn:aws:wafv2:us-east-1:…:global/webacl/…)",
  ),
);

/** What it may say for one. */
const ofOneStage = {
  permanent: v.exactOptional(yesOrNo),
  flood: v.exactOptional(
    section({
      reservesConcurrency: v.exactOptional(yesOrNo),
      webAclArn: v.exactOptional(webAclArn),
    }),
  ),
  domain: v.exactOptional(
    section({ name: host, certificateArn, services: v.exactOptional(section(serviceHosts)) }),
  ),
  whiteLabelHosts: v.exactOptional(
    list(
      section({
        id: v.pipe(
          text(60),
          v.regex(/^[a-z0-9-]+$/, "has other characters than small letters, digits and hyphens"),
        ),
        host,
        certificateArn,
      }),
    ),
  ),
};

const PER_STAGE = "belongs to one stage: it stands in stages, below the stage's name";
const elsewhere = Object.fromEntries(Object.keys(ofOneStage).map((key) => [key, PER_STAGE]));

export const SharedSettings = section(shared, elsewhere);
export const StageSettings = section({ ...shared, ...ofOneStage });
/** The whole file; each stage is parsed by its own, with its name. */
export const SettingsFile = section({
  default: v.exactOptional(SharedSettings),
  stages: v.exactOptional(v.custom<object>(isObject, "has to be an object in braces")),
});

/** `Name <address>` or the address alone. */
export const addressOf = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;

function isAddress(text: string): boolean {
  const [local = "", domain = "", more] = text.split("@");
  return more === undefined && /^[^\s<>"(),;:\\]{1,64}$/.test(local) && HOST.test(domain);
}
