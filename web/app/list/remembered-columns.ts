/** By list: the ids of the columns shown, in order. */
export type RememberedColumns = Readonly<Record<string, readonly string[]>>;

const WORD = /^[\w-]{1,40}$/;
const MOST_LISTS = 20;
const MOST_COLUMNS = 40;

/** What a cookie says: "leads:email.name|mailboxes:state". Whatever else is in it is left out. */
export function readColumns(cookie: string | undefined): Record<string, string[]> {
  const lists = (cookie ?? "").replaceAll(/%3A/gi, ":").replaceAll(/%7C/gi, "|").split("|");
  const read = lists.slice(0, MOST_LISTS).map((list): [string, string[]] => {
    const [name = "", ids = ""] = list.split(":");
    return [name, ids.split(".").filter((id) => WORD.test(id))];
  });
  const known = read.filter(([name, ids]) => WORD.test(name) && ids.length > 0);
  return Object.fromEntries(known.map(([name, ids]) => [name, ids.slice(0, MOST_COLUMNS)]));
}

/** The cookie after a choice; null takes the list's own columns again. The newest choice comes first. */
export function writeColumns(
  before: RememberedColumns,
  name: string,
  ids: readonly string[] | null,
): string {
  const others = Object.entries(before).filter(([list]) => list !== name);
  const lists = ids && ids.length > 0 ? [[name, ids] as const, ...others] : others;
  return lists
    .slice(0, MOST_LISTS)
    .map(([list, columns]) => `${list}:${columns.join(".")}`)
    .join("|");
}
