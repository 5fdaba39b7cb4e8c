import { NavLink } from "@remix-run/react";
import { Count } from "./count.tsx";
import "./page.css";

type Tab = { label: string; to: string; count?: number };

/** Tabs that are addresses of their own, so that a link shows the same to a colleague. */
export function DetailTabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} className="tab" prefetch="intent" preventScrollReset>
          {tab.label}
          {tab.count === undefined ? null : <Count value={tab.count} />}
        </NavLink>
      ))}
    </nav>
  );
}
