import { createContext } from "react";

/** Marks our own inline scripts for the content security policy; known to the server alone. */
export const Nonce = createContext<string | undefined>(undefined);
