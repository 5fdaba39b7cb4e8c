/**
 * How far the edge is with a host: its certificate was asked for, is there, or was refused; or the edge does not take the
 * host, because it is in use elsewhere, or because it does not see the CNAME yet.
 */
export type TenantState = "issuing" | "ready" | "failed" | "taken" | "unproven";

/** The hosts that the edge answers for besides our own, each with a certificate of its own. */
export type EdgeTenants = {
  /** Has the edge answer for a host, once its CNAME points here; asking again tells how far it is. */
  open: (host: string) => Promise<TenantState>;
  /** No more; a host that it never answered for is no mistake. Returns false while it has to be asked again. */
  close: (host: string) => Promise<boolean>;
};
