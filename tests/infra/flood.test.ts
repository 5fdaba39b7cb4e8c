import { type FunctionName, app as manifest, type QueueName } from "@thaw/core/manifest";
import { beforeAll, expect, test } from "vitest";
import { STAGE_WITH_DOMAIN, WEB_ACL } from "./stage-with-domain.ts";
import { type Resource, type Synthesis, synthesize } from "./synth.ts";

let guarded: Synthesis;
let plain: Synthesis;
beforeAll(async () => {
  guarded = await synthesize(STAGE_WITH_DOMAIN);
  plain = await synthesize("prod");
});

const handlers = {
  ...Object.fromEntries(
    Object.entries(manifest.functions).map(([name, { entry }]) => [name, `${entry}.handler`]),
  ),
  site: "web/lambda.handler",
} as Record<FunctionName | "site", string>;
const names = Object.keys(handlers) as (FunctionName | "site")[];

function lambda({ ofType }: Synthesis, name: FunctionName | "site"): Resource {
  const found = ofType("AWS::Lambda::Function").find(
    ({ Properties }) => Properties.Handler === handlers[name],
  );
  if (!found) throw new Error(`No Lambda runs ${name}`);
  return found;
}

const reservedIn = (made: Synthesis): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const reserved: unknown = lambda(made, name).Properties.ReservedConcurrentExecutions;
      return typeof reserved === "number" ? [[name, reserved]] : [];
    }),
  );

test("a flood of what anybody can reach leaves room for the clock and the senders: it is capped, they have room of their own, and the rest is enough for all other work [OPS-22]", () => {
  const reserved = reservedIn(guarded);
  expect(reserved).toEqual(manifest.reservedConcurrency);
  // Reached from outside: by the API, the websocket, and the site, whose address answers 403 by running.
  const reachable = new Set([...Object.values(manifest.routes), manifest.websocket, "site"]);
  for (const name of reachable) expect(reserved[name], name).toBeGreaterThan(0);
  for (const { consumer } of Object.values(manifest.schedules)) {
    expect(reserved[consumer], consumer).toBeGreaterThan(0);
  }
  expect(reserved.onSend).toBeGreaterThanOrEqual(manifest.queues.send.concurrency);
  const sum = Object.values(reserved).reduce((total, each) => total + each, 0);
  // AWS keeps 100 of an account's 1,000 for what reserves nothing.
  expect(sum).toBeLessThanOrEqual(900);
  const others = (Object.keys(manifest.queues) as QueueName[]).flatMap((name) => {
    const { consumer, concurrency } = manifest.queues[name];
    return consumer in reserved ? [] : [concurrency];
  });
  const STREAMS = 2 * 8;
  expect(others.reduce((total, each) => total + each, STREAMS)).toBeLessThanOrEqual(1_000 - sum);
});

test("a stage that reserves nothing can be deployed where AWS runs ten functions at once", () => {
  expect(reservedIn(plain)).toEqual({});
});

test("API Gateway lets through so many requests a second, on both APIs and on every stage [OPS-22]", () => {
  const { http, websocket } = manifest.throttle;
  const limits = plain.ofType("AWS::ApiGatewayV2::Stage").map(({ Properties }) => {
    const { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst } =
      Properties.DefaultRouteSettings;
    return { perSecond, burst };
  });
  expect(limits).toHaveLength(2);
  expect(limits).toEqual(expect.arrayContaining([http, websocket]));
});

test("a web ACL stands before both distributions where the stage names one", () => {
  const aclsOf = (made: Synthesis) =>
    made
      .ofType("AWS::CloudFront::Distribution")
      .map(({ Properties }) => Properties.DistributionConfig.WebACLId as unknown);
  expect(aclsOf(guarded)).toEqual([WEB_ACL, WEB_ACL]);
  expect(aclsOf(plain)).toEqual([undefined]);
});

type Statement = {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
};

/** What the role of a function may do with keys. */
function keyStatements(made: Synthesis, name: FunctionName | "site"): Statement[] {
  const role = lambda(made, name).Properties.Role["Fn::GetAtt"][0] as string;
  return made
    .ofType("AWS::IAM::Policy")
    .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
    .filter(({ Action }) => JSON.stringify(Action).includes("kms:"));
}

test("site and API seal secrets and open none; workers open them, and each only for an account that it names [OPS-22]", () => {
  const uses = (name: FunctionName | "site") =>
    name === "site" ? manifest.site : manifest.functions[name].uses;
  for (const name of names) {
    const used = uses(name);
    const right = "encryption" in used ? used.encryption : undefined;
    const statements = keyStatements(plain, name);
    const actions = statements.flatMap(({ Action }) => Action).toSorted();
    const expected = {
      seal: ["kms:GenerateDataKey"],
      open: ["kms:Decrypt", "kms:GenerateDataKey"],
    };
    expect(actions, name).toEqual(right ? expected[right] : []);
    for (const { Condition, Action } of statements) {
      const keys = Action === "kms:Decrypt" ? ["account", "mailbox", "field"] : ["account"];
      expect(Condition, name).toEqual({
        "ForAllValues:StringEquals": { "kms:EncryptionContextKeys": keys },
        Null: { "kms:EncryptionContext:account": "false" },
      });
    }
  }
  for (const name of ["api", "site", "onSocket"] as const) {
    expect(JSON.stringify(keyStatements(plain, name))).not.toContain("Decrypt");
  }
  expect(manifest.site.encryption).toBe("seal");
  expect(manifest.functions.api.uses.encryption).toBe("seal");
});

test("site and API may invoke the function that opens secrets, and no other function may", () => {
  const callers = names.filter((name) => {
    const role = lambda(plain, name).Properties.Role["Fn::GetAtt"][0] as string;
    return plain
      .ofType("AWS::IAM::Policy")
      .some(
        ({ Properties }) =>
          JSON.stringify(Properties.Roles).includes(role) &&
          JSON.stringify(Properties.PolicyDocument).includes("lambda:InvokeFunction"),
      );
  });
  expect(callers.toSorted()).toEqual(["api", "site"]);
});

test("far more opened keys than usual tell the operator", () => {
  const [key] = Object.keys(plain.resources).filter((id) => id.includes("mailboxsecrets"));
  const alarms = plain
    .ofType("AWS::CloudWatch::Alarm")
    .map(({ Properties }) => JSON.stringify(Properties))
    .filter((alarm) => alarm.includes("AWS/KMS"));
  expect(alarms).toHaveLength(1);
  const id = key?.split("/")[1]?.slice(0, 14) ?? "no key";
  for (const part of ["SuccessfulRequest", "Decrypt", "ANOMALY_DETECTION_BAND", id]) {
    expect(alarms[0]).toContain(part);
  }
});
