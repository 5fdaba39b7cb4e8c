/** Tasks. */
export default {
  assigneeUnknown: "Choose a member of your team",
  leadWentOn: "The lead has gone on to its next step already",
  leadWaits: "A lead waits for this step. Skip it instead: then the lead goes on.",
  noRequestSent: "No request to connect was sent to this lead.",
  notAccepted: "Only a request to connect can be accepted",
  doManualEmail: "Send an email",
  doView: "View the profile on LinkedIn",
  doConnect: "Send a request to connect on LinkedIn",
  doMessage: "Send a message on LinkedIn",
  doInMail: "Send an InMail on LinkedIn",
  doActivity: "Like or comment on LinkedIn",
  writeTo: "Write to {address}: email to the lead's own address bounced.",
  unknownFields: "Nothing is known for: {fields}.",
  textNotMade: "The text of this step cannot be made. {fault}",
  fromAccount: "From the LinkedIn account of {name}.",
  connectorDoes: "The connector does this by itself.",
  byHand: "Please do this by hand. {reason}",
  byHandBecause: "Please do this by hand. {reason}.",
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
