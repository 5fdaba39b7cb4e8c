import type { FunctionName } from "@thaw/core/manifest";
import type { MatchedRoute } from "./http-event.ts";

type Route = {
  key: string;
  method: string;
  pattern: RegExp;
  parameters: string[];
  consumer: FunctionName;
  rank: number;
};

/**
 * Finds the function of a request as API Gateway does: the route with most fixed parts, `{name}` before `{name+}`, a named
 * method before ANY.
 */
export function createRouter(routes: Record<string, FunctionName>) {
  const table = Object.entries(routes)
    .map(([key, consumer]) => compile(key, consumer))
    .sort((a, b) => b.rank - a.rank);
  return (
    method: string,
    path: string,
  ): { route: MatchedRoute; consumer: FunctionName } | undefined => {
    for (const { key, consumer, parameters, pattern, method: wanted } of table) {
      const match = wanted === "ANY" || wanted === method ? pattern.exec(path) : null;
      if (!match) continue;
      const values = parameters.map((name, index) => [name, decode(match[index + 1] ?? "")]);
      return { route: { key, parameters: Object.fromEntries(values) }, consumer };
    }
    return undefined;
  };
}

function compile(key: string, consumer: FunctionName): Route {
  const [method = "ANY", path = "/"] = key.split(" ");
  const parts = path.split("/").slice(1);
  const parameters = parts.flatMap((part) => /^\{(\w+)\+?\}$/.exec(part)?.[1] ?? []);
  const source = parts.map((part) => {
    if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return part.endsWith("+}") ? "(.+)" : "([^/]+)";
  });
  const fixed = parts.length - parameters.length;
  const greedy = path.includes("+}") ? 5 : 0;
  return {
    key,
    method,
    pattern: new RegExp(`^/${source.join("/")}$`),
    parameters,
    consumer,
    rank: fixed * 10 - greedy + (method === "ANY" ? 0 : 1),
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
