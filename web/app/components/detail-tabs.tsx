import { NavLink, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Count } from "./count.tsx";
import "./page.css";

type Tab = { label: string; to: string; count?: number };

/** Tabs that are addresses of their own, so that a link shows the same to a colleague. */
export function DetailTabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- on a small screen another tab may lie outside the row
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    row.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - (row.current.offsetLeft + 24) });
  }, [pathname]);
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end className="tab" prefetch="intent" preventScrollReset>
          {tab.label}
          {tab.count === undefined ? null : <Count value={tab.count} />}
        </NavLink>
      ))}
    </nav>
  );
}
