import { lookAtHost } from "@thaw/core/accounts/host-watch/look-at-host";
import { consumeEach } from "./consume.ts";

export const handler = consumeEach("domain", ({ host }) => lookAtHost(host));
