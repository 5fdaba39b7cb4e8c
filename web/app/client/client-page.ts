export const CLIENTS = "/app/client-views";
export const NEW_CLIENT = "/app/client-view/new-client";
export const clientPath = (id: number) => `${CLIENTS}/${id}`;
