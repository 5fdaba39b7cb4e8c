import type { ActionFunctionArgs } from "@remix-run/node";
import { beginPasskey, finishPasskey } from "@thaw/core/accounts/passkey/passkey";
import { answerCall } from "../../call.server.ts";

const OPERATIONS = { beginPasskey, finishPasskey };
export type PasskeyOperations = typeof OPERATIONS;

/** The browser makes a passkey between a question and its answer: no form can do that. */
export const action = ({ request }: ActionFunctionArgs) => answerCall(request, OPERATIONS);
