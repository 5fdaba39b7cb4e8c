import { useDebouncedValue } from "@mantine/hooks";
import { useFetcher, useNavigate } from "@remix-run/react";
import { IconMailbox, IconSearch, IconSend, IconUser } from "@tabler/icons-react";
import { useEffect } from "react";
import { campaignAddress } from "../features/campaign/campaign-page.ts";
import { LEADS, leadAddress } from "../features/lead/lead-page.ts";
import { useText } from "../messages/text.tsx";
import type { loader } from "../routes/app.search/route.ts";

/** Milliseconds without a key before the server is asked. */
const PAUSE_MS = 150;

const KINDS = [
  { kind: "leads", icon: IconUser, to: leadAddress },
  { kind: "campaigns", icon: IconSend, to: campaignAddress },
  { kind: "mailboxes", icon: IconMailbox, to: (id: number) => `/app/email-account/${id}/overview` },
] as const;

/** Leads, campaigns and mailboxes that match what is typed into the palette. */
export function usePaletteSearch(query: string) {
  const t = useText("shell");
  const navigate = useNavigate();
  const typed = query.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const { load, data } = useFetcher<typeof loader>({ key: "palette" });
  useEffect(() => {
    if (asked) load(`/app/search?q=${encodeURIComponent(asked)}`);
  }, [load, asked]);
  const found = typed ? data?.found : null;
  const names = { leads: t("leads"), campaigns: t("campaigns"), mailboxes: t("emailAccounts") };
  const everyLead = found?.leads.length
    ? [
        {
          id: "leads-all",
          label: t("searchLeadsFor", { typed }),
          leftSection: <IconSearch size={18} stroke={1.75} />,
          onClick: () => navigate(`${LEADS}?q=${encodeURIComponent(typed)}`),
        },
      ]
    : [];
  const groups = KINDS.map(({ kind, icon: KindIcon, to }) => {
    const actions = (found?.[kind] ?? []).map(({ id, name, detail }) => ({
      id: `${kind}-${id}`,
      label: name,
      ...(kind === "campaigns" ? {} : { description: detail }),
      leftSection: <KindIcon size={18} stroke={1.75} />,
      onClick: () => navigate(to(id)),
    }));
    return {
      group: names[kind],
      actions: kind === "leads" ? [...actions, ...everyLead] : actions,
    };
  });
  return { groups, isSearching: typed !== "" && data?.search !== typed };
}
