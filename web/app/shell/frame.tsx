import { ActionIcon, Burger, Kbd, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { BrandLogo } from "../components/brand-logo.tsx";
import { useText } from "../messages/text.tsx";
import { AccountMenu } from "./account-menu.tsx";
import type { Person } from "./account-menu-list.tsx";
import "./frame.css";
import { rememberPreference, useCommandKey, usePreferences } from "../state/preferences.ts";
import { useRootData } from "../state/root-data.ts";
import { type Counts, Navigation } from "./navigation.tsx";
import { openPalette } from "./palette-store.ts";
import type { Section } from "./sections.ts";

const NavigationDrawer = lazy(() => import("./navigation-drawer.tsx"));

type Props = {
  sections: readonly Section[];
  counts: Counts;
  person: Person | null;
  /** Clients of an agency have none. */
  hasSettings: boolean;
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
    <div className="frame" data-collapsed={isCollapsed}>
      <a href="#content" className="frame-skip">
        {t("skipToContent")}
      </a>
      <header className="frame-header">
        <Burger
          size="sm"
          opened={isDrawerOpen}
          onClick={drawer.toggle}
          aria-label={t("openNavigation")}
        />
        <Brand />
      </header>
      <nav className="frame-navbar" aria-label={t("navigation")}>
        <Sidebar {...rest} isCollapsed={isCollapsed} onToggle={toggle} onNavigate={() => {}} />
      </nav>
      {isDrawerOpen ? (
        <Suspense>
          <NavigationDrawer label={t("navigation")} onClose={drawer.close}>
            <Sidebar {...rest} isCollapsed={false} onNavigate={drawer.close} />
          </NavigationDrawer>
        </Suspense>
      ) : null}
      <main className="frame-main" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="frame-brand">
      <BrandLogo size={22} />
      {useRootData()?.brandName}
    </Link>
  );
}

type SidebarProps = Omit<Props, "children"> & {
  isCollapsed: boolean;
  onToggle?: () => void;
  onNavigate: () => void;
};

function Sidebar({ person, hasSettings, isCollapsed, onToggle, ...navigation }: SidebarProps) {
  const t = useText("shell");
  const label = isCollapsed ? t("expandNavigation") : t("collapseNavigation");
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggle = onToggle ? (
    <ActionIcon
      variant="subtle"
      color="gray"
      onClick={onToggle}
      aria-label={label}
      data-tip={label}
    >
      <ToggleIcon size={18} stroke={1.75} />
    </ActionIcon>
  ) : null;
  const commandKey = useCommandKey();
  const openSearch = () => {
    navigation.onNavigate();
    openPalette();
  };
  return (
    <div className="frame-sidebar">
      <div className="frame-top" style={isCollapsed ? { padding: 4 } : {}}>
        {isCollapsed ? null : <Brand />}
        {toggle}
      </div>
      <UnstyledButton
        className="frame-search"
        onClick={openSearch}
        {...(isCollapsed ? { "aria-label": t("search"), "data-tip": t("search") } : {})}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} />
        {isCollapsed ? null : (
          <>
            <span style={{ flex: 1 }}>{t("search")}</span>
            <Kbd size="xs" aria-hidden>
              {commandKey} K
            </Kbd>
          </>
        )}
      </UnstyledButton>
      <Navigation {...navigation} isCollapsed={isCollapsed} />
      <AccountMenu person={person} isCollapsed={isCollapsed} hasSettings={hasSettings} />
    </div>
  );
}
