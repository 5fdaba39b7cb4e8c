import { changeAssignments, listAssignments } from "@thaw/core/accounts/team/assignment";
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from "@thaw/core/accounts/team/invitation";
import {
  changeMemberRole,
  deactivateMember,
  listMembers,
  reactivateMember,
} from "@thaw/core/accounts/team/team";
import { Hono } from "hono";
import { type ApiEnv, respond } from "./respond.ts";

export const team = new Hono<ApiEnv>()
  .basePath("/api/team")
  .get("/", respond(listMembers))
  .post("/", respond(inviteMember, 201))
  .post("/:member_id/invitation", respond(resendInvitation))
  .delete("/:member_id/invitation", respond(revokeInvitation))
  .put("/:member_id/role", respond(changeMemberRole))
  .post("/:member_id/deactivate", respond(deactivateMember))
  .post("/:member_id/reactivate", respond(reactivateMember))
  .get("/:member_id/assignments", respond(listAssignments))
  .put("/:member_id/assignments", respond(changeAssignments));
