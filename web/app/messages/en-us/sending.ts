/** The switch that stops all sending: its page in the settings, and the notice above every screen while it is on. */
export default {
  title: "Sending",
  keywords: "stop pause emergency kill switch all campaigns",
  panelTitle: "Stop all sending",
  onSentence:
    "Stops all campaigns, follow-ups and LinkedIn steps of this account within a minute. Nothing is lost: what is due is sent once you start again. People can still write replies and send tests.",
  stop: "Stop all sending…",
  confirmTitle: "Stop all sending?",
  confirmText:
    "No campaign of this account sends until someone starts sending again. Emails being handed over right now may still leave.",
  reason: "Why?",
  reasonHint: "Everyone in your team sees this.",
  confirm: "Stop all sending",
  stopped: "Sending is stopped",
  started: "Sending starts again within a minute",
  stoppedTitle: "Sending is stopped",
  stoppedBy: "Stopped by {name} on {at}",
  stoppedAt: "Stopped on {at}",
  stoppedReason: "Reason: {reason}",
  operatorSentence:
    "The operator of this installation has stopped all sending, replies and tests included. Only the operator can start it again.",
  start: "Start again",
  noticeAccount: "All sending of this account is stopped: {reason}",
  noticeOperator: "The operator of this installation has stopped all sending.",
  noticeDetails: "Details",
} as const;
