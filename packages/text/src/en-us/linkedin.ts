/** LinkedIn accounts and the connector. */
export default {
  notInPlan: "Your plan has no LinkedIn. Choose one that has it.",
  most: "There are {most} LinkedIn accounts at most",
  profileTaken: "This profile is there already",
  progress: "This LinkedIn account is {progress}",
  connectorHttps: "The connector has to be reached by https",
  connectorNotPublic: "The connector's address is not one of the public internet",
  addressNotFound: "The connector's address is not one of the public internet, or does not exist",
  addressSlow: "Its address was not found in time",
  connectorUnreachable: "The connector could not be reached",
  connectorAnswered: "The connector replied {status}",
  connectorUnreadable: "The connector gave a reply that cannot be read",
  connectorRefused: "The connector refused this account",
  connectorFailed: "The connector could not do it.",
  noLinkedInStep: "This is no step of LinkedIn",
  noConnectorNow: "Its LinkedIn account has no connector now.",
} as const;
