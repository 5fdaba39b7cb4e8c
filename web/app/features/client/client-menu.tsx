import { Button, Combobox, useCombobox } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconBuilding } from "@tabler/icons-react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import { useOptions } from "../../list/use-options.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/app.client-assign/route.ts";
import { CLIENT_CHOICES } from "./client-page.ts";

export type ClientName = { id: number; name: string };
type Props = {
  ids: readonly string[];
  field: "campaign_ids" | "mailbox_ids";
  clients: readonly ClientName[];
};

/** Gives what is selected to one client, or to none; nothing for an agency without clients. */
export function ClientMenu({ ids, field, clients }: Props) {
  const t = useText("clients");
  const lists = useText("lists");
  const fetcher = useFetcher<typeof action>();
  useActionResult(fetcher.data, "assign", () => toast.done(t("assigned")));
  const { search, setSearch, options } = useOptions(
    clients.map(({ id, name }) => ({ value: String(id), label: name })),
    CLIENT_CHOICES,
  );
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose() {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch("");
    },
  });
  if (clients.length === 0) return null;
  const give = (client_id: string) => {
    const chosen = Object.fromEntries(ids.map((id, index) => [`${field}[${index}]`, id]));
    fetcher.submit(
      { intent: "assign", client_id, ...chosen },
      { method: "post", action: "/app/client-assign" },
    );
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={give}>
      <Combobox.Target targetType="button">
        <Button
          size="xs"
          variant="default"
          disabled={fetcher.state !== "idle"}
          leftSection={<IconBuilding size={14} />}
          onClick={() => combobox.toggleDropdown()}
        >
          {t("assign")}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          placeholder={lists("search")}
          aria-label={lists("search")}
        />
        <Combobox.Options mah={280} style={{ overflowY: "auto", overflowWrap: "anywhere" }}>
          {options.map(({ value, label }) => (
            <Combobox.Option key={value} value={value}>
              {label}
            </Combobox.Option>
          ))}
          {options.length === 0 ? <Combobox.Empty>{lists("noneFound")}</Combobox.Empty> : null}
          <Combobox.Option value="none">{t("noClient")}</Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
