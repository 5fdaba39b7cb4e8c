import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { isExample } from "../example-address.ts";
import type { Settings } from "../settings.ts";
import { addressOf } from "../settings-shape.ts";

/** @param faults of the deployer's file, each with its field */
export function checkSettings({
  settings,
  faults,
}: {
  settings: Settings;
  faults: string[];
}): Finding[] {
  const { ok, blocks, warns } = findings("settings");
  if (faults.length > 0) {
    return faults.map((fault) => blocks(fault, "mend it in thaw.settings.json: docs/deploy.md"));
  }
  const { permanent, emailFrom, operatorEmail, domain } = settings;
  const kind = permanent ? "a permanent stage" : "a development stage";
  const found = [ok(`${kind}${domain ? ` on ${domain.name}` : ""}, ${addressOf(emailFrom)}`)];
  if (isExample(addressOf(emailFrom))) {
    const says =
      "emailFrom is an example address: no email of the product's own leaves, and nobody can verify an account";
    found.push(
      warns(says, "give the stage an emailFrom in thaw.settings.json, and verify it in SES"),
    );
  }
  if (permanent && !domain) {
    const says =
      "the stage has no domain: it answers on CloudFront's own name, and agencies can have no hosts of their own";
    found.push(
      warns(
        says,
        "give it a domain before people have links to it: they would lead to the old name",
      ),
    );
  }
  if (operatorEmail && isExample(operatorEmail)) {
    found.push(warns("operatorEmail is an example address", "give one that somebody reads"));
  }
  return found;
}
