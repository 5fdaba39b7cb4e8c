/** Where the switch is that stops all sending. */
export const SENDING = "/app/settings/sending";
