import { type Case, certificateOf, prodOf } from "./doctor-scene.ts";
import { ARN, DISTRIBUTION, HOST } from "./good-world.ts";

export const HOSTS_CASES: Case[] = [
  {
    name: "no such certificate",
    change: ({ world }) => void (world.certificates = {}),
    found: [
      "blocks",
      "certificate",
      /there is no certificate arn:/,
      /request one for app\.acme-mail\.net, analytics\.acme-mail\.net in ACM, us-east-1/,
    ],
  },
  {
    name: "a certificate that waits",
    change: (scene) =>
      void Object.assign(certificateOf(scene), {
        Status: "PENDING_VALIDATION",
        record: { Name: "_x.acme-mail.net", Type: "CNAME", Value: "_y.acm-validations.aws" },
      }),
    found: [
      "blocks",
      "certificate",
      /waits to be validated/,
      /CNAME _x\.acme-mail\.net → _y\.acm-validations\.aws/,
    ],
  },
  {
    name: "a certificate that failed",
    change: (scene) =>
      void Object.assign(certificateOf(scene), { Status: "FAILED", FailureReason: "CAA_ERROR" }),
    found: ["blocks", "certificate", /FAILED \(CAA_ERROR\)/, /another one/],
  },
  {
    name: "a certificate that has expired",
    change: (scene) => void Object.assign(certificateOf(scene), { Status: "EXPIRED" }),
    found: ["blocks", "certificate", /EXPIRED/, /another one/],
  },
  {
    name: "a certificate that is not renewed",
    change: (scene) => void Object.assign(certificateOf(scene), { endsInDays: 9.5 }),
    found: ["warns", "certificate", /expires in 9 days/, /renews it/],
  },
  {
    name: "a certificate of other names",
    change: (scene) => void Object.assign(certificateOf(scene), { names: [HOST] }),
    found: [
      "blocks",
      "certificate",
      /does not name analytics\.acme-mail\.net$/,
      /that names app\.acme-mail\.net, analytics\.acme-mail\.net/,
    ],
  },
  {
    name: "a certificate for one label more",
    change: (scene) => void Object.assign(certificateOf(scene), { names: ["*.net"] }),
    found: ["blocks", "certificate", /does not name app/, /request one/],
  },
  {
    name: "a certificate of another account",
    change: (scene) =>
      void Object.assign(prodOf(scene).domain as object, {
        certificateArn: ARN.replace("123456789012", "210987654321"),
      }),
    found: ["blocks", "certificate", /of the account 210987654321/, /in this account/],
  },
  {
    name: "an agency's host outside its certificate",
    change: (scene) =>
      void (prodOf(scene).whiteLabelHosts = [
        { id: "a", host: "outreach.agency.net", certificateArn: ARN },
      ]),
    found: ["blocks", "certificate", /does not name outreach\.agency\.net/, /request one/],
  },
  {
    name: "a host of another distribution",
    change: ({ world }) =>
      void (world.distributions = [
        { id: "E9OTHER", domain: "d9.cloudfront.net", aliases: [HOST] },
      ]),
    found: [
      "blocks",
      "CloudFront",
      /is a name of the distribution E9OTHER/,
      /take app\.acme-mail\.net off/,
    ],
  },
  {
    name: "an account without distributions",
    change: ({ world }) => void (world.distributions = []),
    found: ["warns", "CloudFront", /no distribution yet/, /Support/],
  },
  {
    name: "an account that is not verified",
    change: ({ world }) =>
      void (world.refused["cloudfront:ListDistributions"] = {
        status: 403,
        code: "AccessDenied",
        message: "Your account must be verified before you can add new CloudFront resources.",
      }),
    found: ["blocks", "CloudFront", /not verified this account/, /Support/],
  },
  {
    name: "a host that is not in the DNS",
    change: ({ hosts }) => void delete hosts[HOST],
    found: [
      "warns",
      "DNS",
      /app\.acme-mail\.net is not in the DNS/,
      new RegExp(`CNAME ${DISTRIBUTION}`),
    ],
  },
  {
    name: "a host that points elsewhere",
    change: ({ hosts }) => void (hosts[HOST] = ["old.host.net"]),
    found: ["warns", "DNS", /points to old\.host\.net/, new RegExp(`CNAME ${DISTRIBUTION}`)],
  },
  {
    name: "a host with another's address",
    change: ({ hosts }) =>
      void Object.assign(hosts, { [HOST]: ["192.0.2.1"], [DISTRIBUTION]: ["192.0.2.9"] }),
    found: ["warns", "DNS", /other addresses \(192\.0\.2\.1\)/, /ALIAS/],
  },
  {
    name: "a name server that fails",
    change: ({ hosts }) => void (hosts[HOST] = null),
    found: [
      "not checked",
      "DNS",
      /no answer about app\.acme-mail\.net \(ESERVFAIL\)/,
      /name servers/,
    ],
  },
];
