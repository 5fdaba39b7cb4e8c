import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import "./page.css";

type Props = {
  title: ReactNode;
  /** One sentence, or the figures that matter. */
  sentence?: ReactNode;
  /** The primary action, at the right. */
  action?: ReactNode;
  /** A `DetailTabs`, below the title. */
  tabs?: ReactNode;
  /** Only inside a campaign or a client. */
  breadcrumb?: readonly { label: string; to: string }[];
  children: ReactNode;
};

/** What every screen begins with: title, sentence, action, tabs. */
export function Page({ title, sentence, action, tabs, breadcrumb = [], children }: Props) {
  return (
    <div className="page">
      <Stack gap={4} className="page-head" component="header">
        {breadcrumb.length > 0 ? (
          <Breadcrumbs fz="sm">
            {breadcrumb.map((crumb) => (
              <Anchor key={crumb.to} component={Link} to={crumb.to} size="sm" prefetch="intent">
                {crumb.label}
              </Anchor>
            ))}
          </Breadcrumbs>
        ) : null}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div className="page-title">
            <Title order={1}>{title}</Title>
            {sentence ? (
              <Text c="dimmed" size="sm" component="div">
                {sentence}
              </Text>
            ) : null}
          </div>
          {action ? <Group gap="xs">{action}</Group> : null}
        </Group>
        {tabs}
      </Stack>
      {children}
    </div>
  );
}
