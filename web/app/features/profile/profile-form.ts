import { PersonName } from "@thaw/core/accounts/account/account.schema";
import { TimezoneName } from "@thaw/core/kernel/schedule/schedule.schema";
import { boundText } from "@thaw/text/issue-text";
import * as v from "valibot";

/** What the form of the profile sends: an empty field and an unchecked box are missing. */
export const ProfileForm = v.object({
  name: PersonName,
  designation: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(100, boundText("charactersMost"))),
  ),
  /** Only from those who may change the account. */
  timezone: v.optional(TimezoneName),
  show_guidance: v.optional(v.boolean(), false),
});
