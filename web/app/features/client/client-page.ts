export const CLIENTS = "/app/client-views";
export const NEW_CLIENT = "/app/client-view/new-client";
export const clientPath = (id: number) => `${CLIENTS}/${id}`;
/** To what can be done from the list. */
export const TO_CLIENTS = { method: "post", action: CLIENTS } as const;
/** Where clients are searched. */
export const CLIENT_CHOICES = "/app/client-choices";
