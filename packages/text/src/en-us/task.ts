/** Tasks. */
export default {
  assigneeUnknown: "Choose a member of your team",
  leadWentOn: "The lead has gone on to its next step already",
  leadWaits: "A lead waits for this step. Skip it instead: then the lead goes on.",
  noRequestSent: "No request to connect was sent to this lead.",
  notAccepted: "Only a request to connect can be accepted",
} as const;

export const missing = {
  task: "This task does not exist",
} as const;

export const fields = {
  taskMissing: "Say what is to be done",
  titleTooLong: "A title has at most {requirement, number} characters",
  descriptionTooLong: "A description has at most {requirement, number} characters",
  urgency: "Choose how urgent it is",
} as const;
