import { Badge, NavLink, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useText } from "../messages/text.tsx";
import { type CountName, GROUPS, type Group, type Section } from "./sections.ts";

export type Counts = Readonly<Record<CountName, number | null>>;

type Props = {
  sections: readonly Section[];
  /** Null hides the count. */
  counts: Counts;
  isCollapsed: boolean;
  onNavigate: () => void;
};

export function Navigation({ sections, ...rest }: Props) {
  const groups = GROUPS.filter((group) => sections.some((section) => section.group === group));
  return (
    <Stack className="frame-links" gap="md">
      {groups.map((group) => (
        <NavigationGroup
          key={group}
          group={group}
          sections={sections.filter((section) => section.group === group)}
          {...rest}
        />
      ))}
    </Stack>
  );
}

function NavigationGroup({ group, sections, ...rest }: Props & { group: Group }) {
  const t = useText("shell");
  return (
    <div>
      {group === "bottom" || rest.isCollapsed ? null : (
        <Text size="xs" c="dimmed" fw={500} px={8} pb={4} id={`navigation-${group}`}>
          {t(group)}
        </Text>
      )}
      {sections.map((section) => (
        <NavigationLink key={section.to} section={section} {...rest} />
      ))}
    </div>
  );
}

function NavigationLink({
  section,
  counts,
  isCollapsed,
  onNavigate,
}: Omit<Props, "sections"> & { section: Section }) {
  const t = useText("shell");
  const isCurrent = useLocation().pathname.startsWith(section.under);
  const label = t(section.label);
  const count = (section.count && counts[section.count]) ?? 0;
  const badge =
    section.count && count ? (
      <Badge
        size="sm"
        variant="light"
        {...(section.count === "pausedByGuard"
          ? { color: "yellow", title: t(section.count, { count }) }
          : {})}
        aria-label={t(section.count, { count })}
      >
        {count > 99 ? "99+" : count}
      </Badge>
    ) : null;
  return (
    <NavLink
      component={Link}
      to={section.to}
      prefetch="intent"
      className="frame-link"
      active={isCurrent}
      {...(isCurrent ? { "aria-current": "page" } : {})}
      {...(isCollapsed ? { "aria-label": label, "data-tip": label } : { label })}
      leftSection={<section.icon size={18} stroke={1.75} />}
      rightSection={isCollapsed ? null : badge}
      onClick={onNavigate}
      {...(isCollapsed && count > 0 ? { "data-has-count": true } : {})}
    />
  );
}
