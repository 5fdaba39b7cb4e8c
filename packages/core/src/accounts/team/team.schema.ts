import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { ROLES } from "../../kernel/access/role.schema.ts";
import { AccountWideId, orderInput, PageInput, pageOf } from "../../page.schema.ts";
import { NewPassword, PersonName } from "../account/account.schema.ts";
import { EmailAddress } from "../user/email-address.schema.ts";

/** What can be given to a member. */
export const MEMBER_ROLES = [
  "ADMIN_ACCESS",
  "FULL_MEMBER_ACCESS",
  "LIMITED_FULL_MEMBER_ACCESS",
  "VIEW_ONLY_ACCESS",
] as const;
export const MEMBER_STATUSES = ["active", "invited", "deactivated"] as const;

const MemberRole = v.picklist(MEMBER_ROLES, issueText("role"));

export const Member = v.object({
  id: v.number(),
  /** Empty until an invitation is accepted. */
  name: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  status: v.picklist(MEMBER_STATUSES),
  profile_pic_url: v.nullable(v.string()),
  permissions: v.array(v.string()),
  created_at: v.string(),
  /** Of an invitation. */
  invited_until: v.optional(v.string()),
});
export type Member = v.InferOutput<typeof Member>;
export const MemberPage = pageOf(Member);

export const ListMembers = v.object({ ...PageInput, ...orderInput("oldest") });
export const InviteMember = v.object({ email: EmailAddress, role: MemberRole });
export const MemberId = v.object({ member_id: AccountWideId });
export const ChangeMemberRole = v.object({ member_id: AccountWideId, role: MemberRole });

export const InvitationId = v.object({
  uuid: v.pipe(v.string(issueText("linkIncomplete")), v.maxLength(100)),
});
export const AcceptInvitation = v.object({
  ...InvitationId.entries,
  name: PersonName,
  password: NewPassword,
});
export const Invitation = v.object({ email: v.string(), account_name: v.string() });
