import { Menu, useMantineColorScheme } from "@mantine/core";
import { Link, useSubmit } from "@remix-run/react";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from "@tabler/icons-react";
import type { Opened } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";

export type Person = { name: string; email: string; picture: string | null };

const SCHEMES = [
  { value: "light", label: "light", icon: IconSun },
  { value: "dark", label: "dark", icon: IconMoon },
  { value: "auto", label: "automatic", icon: IconDeviceDesktop },
] as const;

type Props = Opened & { person: Person | null; hasSettings: boolean };

export default function AccountMenuList({ person, hasSettings, button, ...state }: Props) {
  const t = useText("shell");
  const submit = useSubmit();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={220} withinPortal={false} {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {person ? <Menu.Label>{person.email}</Menu.Label> : null}
        <Menu.Label>{t("colourScheme")}</Menu.Label>
        {SCHEMES.map(({ value, label, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            aria-current={colorScheme === value}
            leftSection={<SchemeIcon size={16} />}
            rightSection={colorScheme === value ? <IconCheck size={16} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {hasSettings ? (
          <Menu.Item component={Link} to="/app/settings" leftSection={<IconSettings size={16} />}>
            {t("settings")}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => submit(null, { method: "post", action: "/logout" })}
        >
          {t("logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
