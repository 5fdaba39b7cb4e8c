import { beforeAll, expect, test } from "vitest";
import { type Accepted, accepted } from "./accepted-findings.ts";
import { STAGE_WITH_DOMAIN } from "./stage-with-domain.ts";
import { synthesize } from "./synth.ts";

type Finding = { rule: string; resource: string };

let findings: Finding[];
beforeAll(async () => {
  const { messages } = await synthesize(STAGE_WITH_DOMAIN);
  findings = messages.flatMap(({ id, data }) => {
    const rule = /^AwsSolutions-(.+?): /.exec(JSON.stringify(data).slice(1))?.[1];
    return rule ? [{ rule, resource: id.replace(`/${STAGE_WITH_DOMAIN}-thaw-`, "") }] : [];
  });
});

const accepts = (finding: Finding) => (entry: Accepted) =>
  entry.rule.test(finding.rule) && entry.resource.test(finding.resource);

test("cdk-nag finds nothing but what was accepted with a reason", () => {
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.filter((finding) => !accepted.some(accepts(finding)))).toEqual([]);
});

test("nothing is accepted that is no longer found", () => {
  expect(accepted.filter((entry) => !findings.some((finding) => accepts(finding)(entry)))).toEqual(
    [],
  );
});
