import { ActionIcon, Group, TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { IconPencil } from "@tabler/icons-react";
import type { Campaign } from "@thaw/core/campaigns/campaign/campaign.schema";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.email-campaign.$id/route.tsx";
import { campaignAddress } from "./campaign-page.ts";
import "./campaign-detail.css";

type Props = { campaign: Campaign; canWrite: boolean };

/** The name, which is changed where it stands: Enter or leaving saves, Escape keeps the old one. */
export function CampaignName({ campaign, canWrite }: Props) {
  const t = useText("campaign-detail");
  const fetcher = useFetcher<typeof action>({ key: `campaign-name-${campaign.id}` });
  const [typed, setTyped] = useState<string | null>(null);
  const isClosed = campaign.status === "STOPPED" || campaign.status === "ARCHIVED";
  const underway = fetcher.formData?.get("name");
  const name = typeof underway === "string" ? underway : campaign.name;
  const refusal = fetcher.data?.ok === false ? fetcher.data.message : undefined;
  // The field is gone by then: what was refused is said where it cannot be missed.
  useEffect(() => {
    if (refusal) toast.failed(t("notRenamed"), refusal);
  }, [refusal, fetcher.data, t]);
  const save = () => {
    const next = typed?.trim() ?? "";
    setTyped(null);
    if (!next || next === campaign.name) return;
    fetcher.submit(
      { intent: "rename", name: next },
      { method: "post", action: campaignAddress(campaign.id) },
    );
  };
  const isLeftByKey = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    isLeftByKey.current = true;
    if (event.key === "Enter") save();
    else setTyped(null);
  };
  const focusAgain = (button: HTMLButtonElement | null) => {
    if (button && isLeftByKey.current) button.focus();
    if (button) isLeftByKey.current = false;
  };
  if (typed !== null) {
    return (
      <TextInput
        className="campaign-name"
        aria-label={t("name")}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        ref={(input) => input?.focus()}
      />
    );
  }
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <span>{name}</span>
      {canWrite && !isClosed ? (
        <ActionIcon
          ref={focusAgain}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("rename")}
          title={t("rename")}
          onClick={() => setTyped(name)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      ) : null}
    </Group>
  );
}
