import { client, table } from "@thaw/data/table";
import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { type ClientPermission, ROLES } from "../../kernel/access/role.schema.ts";

export const USER_KINDS = ["owner", "member", "client"] as const;
export const USER_STATUSES = ["active", "invited", "deactivated"] as const;

/**
 * A person who can log in: the owner, a member or a client.
 *
 * The email address is claimed globally under the kind `user-email`, that of a client within its agency under `client-email`.
 */
export const UserEntity = new Entity(
  {
    model: { service: "thaw", entity: "user", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** Padded, so that the account's list begins with its owner, who was there first. */
      userId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      uuid: { type: "string", required: true },
      kind: { type: USER_KINDS, required: true },
      name: { type: "string", required: true },
      email: { type: "string", required: true },
      /** For searching: the table compares letters as they are. */
      nameFolded: {
        type: "string",
        watch: ["name"],
        set: (_, { name }) => name?.toLowerCase(),
      },
      emailFolded: {
        type: "string",
        watch: ["email"],
        set: (_, { email }) => email?.toLowerCase(),
      },
      /** Argon2id in PHC form. */
      passwordHash: { type: "string", required: true },
      /** The hash of one that nobody knows, for a user without one; once there is another, that is theirs. */
      unknownPasswordHash: { type: "string" },
      /** Clients have none. */
      role: { type: ROLES },
      /** Of clients: what the agency lets them do, and which categories of leads they never see. */
      clientPermissions: { type: CustomAttributeType<ClientPermission[]>("any") },
      hiddenCategoryIds: { type: "list", items: { type: "number" } },
      logoToken: { type: "string" },
      deletedAt: { type: "string" },
      /** Epoch seconds; of deleted ones alone. */
      ttl: { type: "number" },
      status: { type: USER_STATUSES, required: true },
      isEmailVerified: { type: "boolean", required: true },
      /** Logging in takes a mailed code besides the password. */
      hasTwoStepLogin: { type: "boolean" },
      hasOnboardingCompleted: { type: "boolean", required: true },
      /** How many of the questions of the beginning are answered. */
      onboardingStage: { type: "number", required: true },
      onboardingAnswers: { type: "any" },
      referralCode: { type: "string", required: true },
      referredByCode: { type: "string" },
      /** While invited: which mailed link is the one that works, and until when. */
      invitation: { type: "string" },
      invitedUntil: { type: "string" },
      termsAcceptedAt: { type: "string" },
      /** The last part of the address of their picture. */
      pictureToken: { type: "string" },
      /** What they do, in their own words. */
      designation: { type: "string" },
      wantsGuidance: { type: "boolean" },
      /** Hints that they have dismissed: `{ [hint]: { dismissed_at } }`. */
      hints: { type: "any" },
      /** Tell them when a mailbox is disconnected. */
      wantsDisconnectNews: { type: "boolean" },
      /** IANA names. */
      agencyTimezone: { type: "string" },
      clientTimezone: { type: "string" },
      createdAt: { type: "string", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["userId"] },
      },
    },
  },
  { client, table },
);

export type UserRecord = EntityItem<typeof UserEntity>;
