import { assemble } from "./assemble.ts";
import { loadEveryRouter } from "./routers.ts";

const routers = await loadEveryRouter();

/** The whole HTTP API. Each handler made by `respond` carries its operation, which the route table reads. */
export const createApi = () => assemble(routers);
