import { findBrand, isProviderHost } from "@thaw/core/accounts/white-label/host";

const hostOf = (request: Request) => new URL(request.url).hostname;

/** Whether the page is asked for under one of our own hosts, not an agency's. */
export const isOwnHost = (request: Request) => isProviderHost(hostOf(request));

/** Whose brand a page shows; undefined under our own hosts. */
export const brandOf = (request: Request) => findBrand(hostOf(request));
