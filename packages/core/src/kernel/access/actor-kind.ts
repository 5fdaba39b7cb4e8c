/** Who an actor is to the account: `system` is the product itself, `nobody` a visitor. */
export type ActorKind = "owner" | "member" | "client" | "system" | "nobody";
