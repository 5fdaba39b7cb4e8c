import {
  ActionIcon,
  AppShell,
  Burger,
  Drawer,
  Group,
  Kbd,
  Tooltip,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Logo } from "../components/logo.tsx";
import { useText } from "../messages/text.tsx";
import { AccountMenu } from "./account-menu.tsx";
import "./frame.css";
import { Navigation } from "./navigation.tsx";
import { openPalette } from "./palette-store.ts";
import { rememberPreference, usePreferences } from "./preferences.ts";
import { useRootData } from "./root-data.ts";
import type { Section } from "./sections.ts";

type Props = {
  sections: readonly Section[];
  unread: number | null;
  person: { name: string; email: string } | null;
  children: ReactNode;
};

/** Navigation at the left (a drawer on small screens) and the current screen. */
export function Frame({ children, ...rest }: Props) {
  const t = useText("shell");
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isCollapsed, setCollapsed] = useState(usePreferences().navigationCollapsed);
  const toggle = () => {
    rememberPreference("thaw_nav", isCollapsed ? "full" : "icons");
    setCollapsed(!isCollapsed);
  };
  return (
    <AppShell
      layout="alt"
      transitionDuration={0}
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{
        width: isCollapsed ? 53 : 228,
        breakpoint: "sm",
        collapsed: { mobile: true, desktop: false },
      }}
    >
      <a href="#content" className="frame-skip">
        {t("skipToContent")}
      </a>
      <AppShell.Header hiddenFrom="sm" px="xs">
        <Group h="100%" gap="xs">
          <Burger
            size="sm"
            opened={isDrawerOpen}
            onClick={drawer.toggle}
            aria-label={t("openNavigation")}
          />
          <Brand />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className="frame-navbar" p={8} aria-label={t("navigation")}>
        <Sidebar {...rest} isCollapsed={isCollapsed} onToggle={toggle} onNavigate={() => {}} />
      </AppShell.Navbar>
      <Drawer
        opened={isDrawerOpen}
        onClose={drawer.close}
        size={264}
        padding={8}
        hiddenFrom="sm"
        withCloseButton={false}
        aria-label={t("navigation")}
        styles={{ body: { height: "100%" } }}
      >
        <Sidebar {...rest} isCollapsed={false} onNavigate={drawer.close} />
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  );
}

function Brand() {
  return (
    <Link to="/" className="frame-brand">
      <Logo size={22} />
      {useRootData()?.brandName}
    </Link>
  );
}

type SidebarProps = Omit<Props, "children"> & {
  isCollapsed: boolean;
  onToggle?: () => void;
  onNavigate: () => void;
};

function Sidebar({ person, isCollapsed, onToggle, ...navigation }: SidebarProps) {
  const t = useText("shell");
  const label = isCollapsed ? t("expandNavigation") : t("collapseNavigation");
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggle = onToggle ? (
    <Tooltip label={label} position="right">
      <ActionIcon variant="subtle" color="gray" onClick={onToggle} aria-label={label}>
        <ToggleIcon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  ) : null;
  const openSearch = () => {
    navigation.onNavigate();
    openPalette();
  };
  return (
    <Group
      h="100%"
      gap={12}
      align="stretch"
      style={{ flexDirection: "column", flexWrap: "nowrap" }}
    >
      <div className="frame-top" style={isCollapsed ? { padding: 4 } : {}}>
        {isCollapsed ? null : <Brand />}
        {toggle}
      </div>
      <UnstyledButton
        className="frame-search"
        onClick={openSearch}
        aria-label={t("searchOrJump")}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} />
        {isCollapsed ? null : (
          <>
            <span style={{ flex: 1 }}>{t("search")}</span>
            <Kbd size="xs">⌘K</Kbd>
          </>
        )}
      </UnstyledButton>
      <Navigation {...navigation} isCollapsed={isCollapsed} />
      <AccountMenu person={person} isCollapsed={isCollapsed} />
    </Group>
  );
}
