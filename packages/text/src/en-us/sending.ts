/** The switches that stop sending. */
export default {
  isStopped: "Sending is stopped already. Reload to see who stopped it.",
  isStarted: "Sending is not stopped. Reload to see how it stands.",
  stoppedByOperator: "The operator of this installation has stopped all sending. Try again later.",
} as const;

export const fields = {
  stopReasonMissing: "Say why sending is stopped",
} as const;

export const activity = {
  sending_stopped: "Stopped all sending",
  sending_started: "Started sending again",
  operator_stopped_sending: "The operator stopped all sending",
  operator_started_sending: "The operator started sending again",
} as const;
