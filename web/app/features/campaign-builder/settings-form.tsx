import { Stack, Switch, Title } from "@mantine/core";
import type { CampaignSettings } from "@thaw/core/campaigns/campaign/campaign.schema";
import { useText } from "../../messages/text.tsx";

type Props = { settings: CampaignSettings; onChange: (settings: CampaignSettings) => void };

const GROUPS = [
  {
    title: "stopTitle",
    names: ["stop_on_reply", "ooo_as_reply", "stop_company", "stop_on_click", "stop_on_open"],
  },
  { title: "sendTitle", names: ["plain_text", "unsubscribe_footer", "bounce_guard"] },
  { title: "trackTitle", names: ["track_opens", "track_clicks"] },
] as const;

export function SettingsForm({ settings, onChange }: Props) {
  const t = useText("campaign-wizard");
  return (
    <Stack gap="lg" p="md" className="panel" component="section">
      <Title order={2}>{t("settings")}</Title>
      {GROUPS.map(({ title, names }) => (
        <Stack key={title} gap="sm" component="fieldset" className="wizard-fieldset">
          <legend>{t(title)}</legend>
          {names.map((name) => (
            <Switch
              key={name}
              label={t(`setting.${name}`)}
              checked={settings[name] ?? false}
              onChange={(event) => onChange({ ...settings, [name]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
