import { Button, Menu } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { SENDER_VARIABLES } from "@thaw/core/campaigns/template/variable.schema";
import { LEAD_FIELDS } from "@thaw/core/leads/lead/lead.schema";
import { useText } from "../../messages/text.tsx";

type Props = {
  /** Names of custom fields that leads of this campaign have. */
  customFields: readonly string[];
  label: string;
  onInsert: (tag: string) => void;
};

/** Inserts a variable; those that are often empty come with a fallback to be changed. */
export function VariablesMenu({ customFields, label, onInsert }: Props) {
  const t = useText("campaign-wizard");
  const fallbacks: Record<string, string> = {
    first_name: t("fallback.first_name"),
    company_name: t("fallback.company_name"),
  };
  const groups = [
    { label: t("leadFields"), names: [...LEAD_FIELDS] },
    { label: t("customFields"), names: customFields },
    { label: t("senderFields"), names: [...SENDER_VARIABLES, "unsubscribe_link"] },
  ];
  const insert = (name: string) => {
    const fallback = fallbacks[name];
    onInsert(fallback ? `{{${name}|${fallback}}}` : `{{${name}}}`);
  };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBraces size={14} />}
          aria-label={label}
        >
          {t("variables")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="wizard-menu">
        {groups.map((group) =>
          group.names.length > 0 ? (
            <div key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.names.map((name) => (
                <Menu.Item key={name} onClick={() => insert(name)}>
                  {name}
                </Menu.Item>
              ))}
            </div>
          ) : null,
        )}
        <Menu.Label>{t("dates")}</Menu.Label>
        <Menu.Item onClick={() => onInsert('{{date "+2bd" "dddd"}}')}>{t("dateIn")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
