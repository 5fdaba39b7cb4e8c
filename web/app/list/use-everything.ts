import { useState } from "react";
import { toast } from "../components/toasts.ts";
import { useText } from "../messages/text.tsx";

/** More are not selected at once. */
const MOST_SELECTED = 20_000;

/** One page of ids behind a cursor; null: from the beginning. */
export type LoadIds = (cursor: string | null) => Promise<{ ids: string[]; cursor: string | null }>;

/** Every row that the search and the filters leave, on whatever page; read page by page when someone asks. */
export function useEverything(load: LoadIds | undefined, listed: string) {
  const t = useText("shell");
  const [found, setFound] = useState<{ listed: string; ids: string[]; isWhole: boolean } | null>(
    null,
  );
  const isOfThis = found?.listed === listed;
  const select = async () => {
    if (!load) return;
    const ids: string[] = [];
    let cursor: string | null = null;
    try {
      do {
        setFound({ listed, ids: [...ids], isWhole: false });
        const page = await load(cursor);
        ids.push(...page.ids);
        cursor = page.cursor;
      } while (cursor !== null && ids.length < MOST_SELECTED);
      setFound({ listed, ids: ids.slice(0, MOST_SELECTED), isWhole: true });
    } catch {
      setFound(null);
      toast.failed(t("failed"), t("apiFallback"));
    }
  };
  return {
    ids: isOfThis && found.isWhole ? found.ids : null,
    /** How many have been found so far, while more are looked for. */
    looking: isOfThis && !found.isWhole ? found.ids.length : null,
    select: () => void select(),
    clear: () => setFound(null),
  };
}
