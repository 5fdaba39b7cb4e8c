// Written by `npm run generate`: do not edit.
import { identityErasure } from "../../accounts/oidc/erase-identities.ts";
import { passkeyErasure } from "../../accounts/passkey/erase-passkeys.ts";
import type { Erasure, User } from "../../kernel/erasure/declare.ts";
import { socketErasure } from "../../workspace/realtime/erase-sockets.ts";

export const USER_ERASURES: readonly Erasure<User>[] = [
  identityErasure,
  passkeyErasure,
  socketErasure,
];
