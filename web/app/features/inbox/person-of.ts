import type { Thread } from "@thaw/core/inbox/thread/thread.schema";

/** Whom a conversation is with: as the account knows them, else as their email names them. */
export const personOf = ({ lead_name, name, email }: Thread): string => lead_name || name || email;
