import { useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import {
  IconChecklist,
  IconDeviceDesktop,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSun,
} from "@tabler/icons-react";
import { NEW_TASK } from "../features/task/task-page.ts";
import { useText } from "../messages/text.tsx";
import { useSettingsPages } from "./settings-pages.ts";

const SCHEMES = [
  { value: "light", icon: IconSun },
  { value: "dark", icon: IconMoon },
  { value: "auto", icon: IconDeviceDesktop },
] as const;
const SCHEME_NAMES = { light: "light", dark: "dark", auto: "automatic" } as const;

/** What the palette offers on every screen: the parts of the settings, and commands. */
export function useCommands(permissions: readonly string[]) {
  const t = useText("shell");
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const pages = useSettingsPages(permissions);
  const settings = pages.map(({ label, to, keywords = "" }) => ({
    id: `settings-${to}`,
    label,
    keywords: [t("settings"), keywords],
    leftSection: <IconSettings size={18} stroke={1.75} />,
    onClick: () => navigate(to),
  }));
  const toNew = [
    ["campaigns:write", "newCampaign", "/app/email-campaign/new-campaign", IconPlus],
    ["inbox:reply", "newTask", NEW_TASK, IconChecklist],
  ] as const;
  const commands = [
    ...toNew
      .filter(([permission]) => permissions.includes(permission))
      .map(([, label, to, CommandIcon]) => ({
        id: `command-${label}`,
        label: t(label),
        leftSection: <CommandIcon size={18} stroke={1.75} />,
        onClick: () => navigate(to),
      })),
    ...SCHEMES.map(({ value, icon: SchemeIcon }) => ({
      id: `command-scheme-${value}`,
      label: t("schemeCommand", { scheme: t(SCHEME_NAMES[value]) }),
      keywords: [t("theme")],
      leftSection: <SchemeIcon size={18} stroke={1.75} />,
      onClick: () => setColorScheme(value),
    })),
  ];
  return { settings, commands };
}
