import { eraseFound } from "@thaw/data/erase-found";
import { pageOptions } from "@thaw/data/page-options";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { leaveConnector } from "./leave-connector.ts";
import { MOST_LINKEDIN_ACCOUNTS } from "./linkedin.schema.ts";
import { LinkedInAccountEntity } from "./linkedin-account.entity.ts";
import { LinkedInConnectorEntity } from "./linkedin-connector.entity.ts";
import { profileClaim } from "./linkedin-record.ts";

/** Deletes an account's LinkedIn accounts and, once it was told, the connector with its secret. */
export const linkedInErasure = erasedWithAccount(["linkedin"], {
  entities: ["linkedinAccount", "linkedinConnector"],
  async *erase(accountId) {
    const { data } = await LinkedInAccountEntity.query
      .byAccount({ accountId })
      .go({ ...pageOptions(MOST_LINKEDIN_ACCOUNTS), consistent: true });
    await leaveConnector(accountId, data);
    yield* eraseFound(
      (page) => LinkedInConnectorEntity.query.byAccount({ accountId }).go(page),
      (row) => LinkedInConnectorEntity.delete(row),
    );
    yield* eraseFound(
      (page) => LinkedInAccountEntity.query.byAccount({ accountId }).go(page),
      (row) => LinkedInAccountEntity.delete(row),
      (rows) => rows.map(({ profileUrl }) => dropClaim(profileClaim(accountId, profileUrl))),
    );
  },
});
