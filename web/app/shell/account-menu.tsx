import { Group, Text, UnstyledButton } from "@mantine/core";
import { IconSelector, IconUser } from "@tabler/icons-react";
import { OpensLater } from "../components/opens-later.tsx";
import { useText } from "../messages/text.tsx";
import type { Person } from "./account-menu-list.tsx";

const loadList = () => import("./account-menu-list.tsx");

/** At most two: of the first word and of the last. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
}
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
  const name = person?.name || t("account");
  const button = (
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
  );
  return <OpensLater button={button} popup="menu" load={loadList} more={{ person, hasSettings }} />;
}
