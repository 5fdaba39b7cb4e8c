import { readColumns } from "./list/remembered-columns.ts";

/** What a browser remembers for its user and the server needs for the first picture of a page. */
export type Preferences = {
  /** IANA name; UTC until the browser has told us its own. */
  timeZone: string;
  navigationCollapsed: boolean;
  density: "comfortable" | "compact";
  /** By list: the columns that someone chose to see, in their order. */
  columns: Record<string, string[]>;
  /** Whether its keyboard has a key ⌘. */
  hasCommandKey: boolean;
};

function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

export function cookieOf(request: Request, name: string): string | undefined {
  return cookiesOf(request).get(name) || undefined;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

export function readPreferences(request: Request): Preferences {
  const cookies = cookiesOf(request);
  const timeZone = (cookies.get("thaw_tz") ?? "").replaceAll("%2F", "/");
  return {
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : "UTC",
    navigationCollapsed: cookies.get("thaw_nav") === "icons",
    density: cookies.get("thaw_density") === "compact" ? "compact" : "comfortable",
    columns: readColumns(cookies.get("thaw_columns")),
    hasCommandKey: /Mac|iPhone|iPad/.test(request.headers.get("user-agent") ?? ""),
  };
}
