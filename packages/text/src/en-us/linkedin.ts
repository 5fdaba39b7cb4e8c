/** LinkedIn accounts and the connector. */
export default {
  notInPlan: "Your plan has no LinkedIn. Choose one that has it.",
  most: "There are {most} LinkedIn accounts at most",
  profileTaken: "This profile is there already",
  progress: "This LinkedIn account is {progress}",
  connectorHttps: "The connector has to be reached by https",
  connectorNotPublic: "The connector's address is not one of the public internet",
} as const;
