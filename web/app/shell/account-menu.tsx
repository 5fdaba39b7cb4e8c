import { Group, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Link, useSubmit } from "@remix-run/react";
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSettings,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { useText } from "../messages/text.tsx";

const SCHEMES = [
  { value: "light", label: "light", icon: IconSun },
  { value: "dark", label: "dark", icon: IconMoon },
  { value: "auto", label: "automatic", icon: IconDeviceDesktop },
] as const;

/** At most two: of the first word and of the last. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
}

export type Person = { name: string; email: string; picture: string | null };
type Props = { person: Person | null; isCollapsed: boolean; hasSettings: boolean };

/** Initials are drawn by the style sheet: they are no part of what the button is called. */
function Face({ person }: Pick<Props, "person">) {
  if (person?.picture) {
    return <img className="frame-face" src={person.picture} alt="" width={26} height={26} />;
  }
  return (
    <span className="frame-face" data-initials={person ? initialsOf(person.name) : ""}>
      {person ? null : <IconUser size={16} />}
    </span>
  );
}

export function AccountMenu({ person, isCollapsed, hasSettings }: Props) {
  const t = useText("shell");
  const submit = useSubmit();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the scheme: mark it only once the browser runs.
  const isMounted = useMounted();
  const name = person?.name || t("account");
  return (
    <Menu position="top-start" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className="frame-account" {...(isCollapsed ? { "aria-label": name } : {})}>
          <Group gap={8} wrap="nowrap">
            <Face person={person} />
            {isCollapsed ? null : (
              <>
                <Text size="sm" truncate flex={1}>
                  {name}
                </Text>
                <IconSelector size={16} aria-hidden />
              </>
            )}
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {person ? <Menu.Label>{person.email}</Menu.Label> : null}
        <Menu.Label>{t("colourScheme")}</Menu.Label>
        {SCHEMES.map(({ value, label, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            aria-current={isMounted && colorScheme === value}
            leftSection={<SchemeIcon size={16} />}
            rightSection={isMounted && colorScheme === value ? <IconCheck size={16} /> : null}
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
