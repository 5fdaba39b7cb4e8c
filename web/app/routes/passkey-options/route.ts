import type { ActionFunctionArgs } from "@remix-run/node";
import { beginPasskeySignIn } from "@thaw/core/accounts/passkey/passkey-sign-in";
import { answerCall } from "../../call.server.ts";
import { visitor } from "../../session.server.ts";

const OPERATIONS = { beginPasskeySignIn };
export type PasskeySignInOperations = typeof OPERATIONS;

/** What the browser asks for before it offers a visitor their passkeys. */
export const action = ({ request }: ActionFunctionArgs) =>
  answerCall(request, OPERATIONS, visitor(request));
