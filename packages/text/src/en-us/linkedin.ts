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

export const missing = {
  linkedinAccount: "This LinkedIn account does not exist",
} as const;

export const fields = {
  linkedinProfile: "Enter the address of the profile, like linkedin.com/in/your-name",
  linkedinName: "Enter whose account it is",
  connectorMissing: "Enter the address of your connector",
  connectorAddress: "Enter a web address, like https://linkedin.your-company.com",
  addressTooLong: "An address has at most {requirement, number} characters",
  secretMissing: "Enter the secret",
  secretTooShort: "A secret has at least {requirement, number} characters",
  secretTooLong: "A secret has at most {requirement, number} characters",
  secretCharacters: "A secret has no spaces and only plain characters",
} as const;

export const activity = {
  linkedin_account_added: "Added the LinkedIn account",
  linkedin_account_removed: "Removed the LinkedIn account",
  linkedin_connector_changed: "Changed the LinkedIn connector",
} as const;
