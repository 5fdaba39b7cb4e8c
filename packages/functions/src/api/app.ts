import { assemble } from "./assemble.ts";
import { loadEveryPart } from "./routers.ts";

const parts = await loadEveryPart();

/** The whole HTTP API. Each handler made by `respond` carries its operation, which the route table reads. */
export const createApi = () => assemble(parts);
