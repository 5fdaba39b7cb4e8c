/** Emails that did not leave, and that are sent again. */
export default {
  notFailed: "This email is {status}: only a failed one can be resent.",
  notUnknown: "This email is {status}: its delivery is confirmed.",
  notResent: "This email cannot be resent. {reason}",
  leadGone: "Its lead is no longer in the campaign.",
  otherStep: "Its lead is at another step now.",
  leadPaused: "Its lead is paused: resume it first.",
  leadBlocked: "Its lead is blocked.",
  leadStopped: "Its lead was stopped.",
  nextScheduled: "The next email to this lead is already scheduled: pause the campaign first.",
  campaignEnded:
    "Nothing is sent by a campaign that is {status}: only by one that is ACTIVE, PAUSED or COMPLETED.",
  templateFault: "template: {fault}",
  attachmentFault: "LOADING_ERROR: {fault}",
  unconfirmed: "The worker stopped while the email was handed over",
} as const;
