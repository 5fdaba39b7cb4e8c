/** Which host is which account's, as the edge looks it up before a page is asked for: pages of agencies under their own hosts. */
export type EdgeHosts = {
  /** Says that a host is an account's from now on, whosever it was. The edge follows within seconds. */
  put: (host: string, accountId: number) => Promise<void>;
  /** Forgets a host; one that is not known is no mistake. */
  remove: (host: string) => Promise<void>;
};
