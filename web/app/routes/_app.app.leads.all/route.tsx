import { Button, Text } from "@mantine/core";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { listCategories } from "@thaw/core/accounts/category/category";
import { listTags } from "@thaw/core/accounts/tag/tag";
import { type Actor, localeOfActor } from "@thaw/core/actor";
import { listCampaigns } from "@thaw/core/campaigns/campaign/campaign";
import { LEAD_STATUSES } from "@thaw/core/campaigns/campaign-lead/campaign-lead.schema";
import { AppError } from "@thaw/core/error";
import { changeLeads } from "@thaw/core/leads/lead/change-leads";
import { listLeadEnrolments } from "@thaw/core/leads/lead/lead-enrolments";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import { listLeadExports } from "@thaw/core/leads/lead-export/lead-export";
import { renderText } from "@thaw/text/render";
import { EmptyState } from "../../components/empty-state.tsx";
import { Hint } from "../../components/hint.tsx";
import { Page } from "../../components/page.tsx";
import { LEAD_STATUS_LOOKS } from "../../features/campaign-lead/campaign-lead-status.tsx";
import { categoryName } from "../../features/category/built-in.ts";
import { clientNames } from "../../features/client/client-names.server.ts";
import { CLIENT_CHOICES } from "../../features/client/client-page.ts";
import { ExportPanel } from "../../features/lead/export-panel.tsx";
import { LeadBar } from "../../features/lead/lead-bar.tsx";
import { leadColumns } from "../../features/lead/lead-columns.tsx";
import { IMPORT_DAYS, LEAD_LIST_RULES } from "../../features/lead/lead-list-rules.ts";
import { ERASURES, leadAddress } from "../../features/lead/lead-page.ts";
import { readLeadQuery } from "../../features/lead/lead-query.server.ts";
import { useLeadChange } from "../../features/lead/use-lead-change.ts";
import { useLeadExport } from "../../features/lead/use-lead-export.ts";
import { ListScreen } from "../../list/list-screen.tsx";
import { useIsEmptyList } from "../../list/use-is-empty-list.ts";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";
import { usePaletteActions } from "../../state/screen-keys.ts";
import { submit } from "../../submit.server.ts";

const NEW = "/app/email-campaign/new-campaign";
/** How many campaigns the filter offers, the newest first. */
const MOST_CAMPAIGNS = 100;

export const meta = titled("leads", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { filters, page: asked } = readLeadQuery(request);
  const [{ page, unsorted }, campaigns, categories, tags, clients, exports] = await Promise.all([
    sorted(actor, { ...asked, ...filters }),
    listCampaigns(actor, { limit: MOST_CAMPAIGNS }),
    listCategories(actor, {}),
    listTags(actor, {}),
    clientNames(actor, filters.client_id ?? []),
    listLeadExports(actor, { limit: 1 }),
  ]);
  const { items: enrolments } = await listLeadEnrolments(actor, {
    lead_ids: page.items.map(({ id }) => id),
  });
  const items = page.items.map((lead) => ({
    ...lead,
    enrolments: enrolments.filter(({ lead_id }) => lead_id === lead.id),
  }));
  return {
    page: { ...page, items },
    unsorted,
    campaigns: campaigns.items.map(({ id, name }) => ({ id, name })),
    categories: categories.items,
    tags: tags.items,
    clients,
    filters,
    // Whose file was fetched is of no interest any more.
    lastExport: exports.items.find(({ downloaded_at }) => downloaded_at === undefined) ?? null,
    canWrite: actor.permissions.has("leads:write"),
    canErase: actor.permissions.has("account:write"),
  };
}

/** A list that is too long for the order asked is shown newest first, and says why. */
async function sorted(actor: Actor, asked: Parameters<typeof listLeads>[1]) {
  try {
    return { page: await listLeads(actor, asked), unsorted: null };
  } catch (error) {
    if (!(error instanceof AppError && error.fields?.order)) throw error;
    const page = await listLeads(actor, { ...asked, order: "newest" });
    return { page, unsorted: renderText(localeOfActor(actor), error.text) };
  }
}

export { clientAction } from "../../offline-action.ts";

/** What the bar above the list sends, and the menus of a lead's own page. */
export function action({ request }: ActionFunctionArgs) {
  return submit(request, { change: changeLeads });
}

export default function AllLeadsPage() {
  const { page, unsorted, campaigns, categories, tags, clients, filters, ...loaded } =
    useLoaderData<typeof loader>();
  const { lastExport, canWrite, canErase } = loaded;
  const t = useText("leads");
  const isEmpty = useIsEmptyList(page, LEAD_LIST_RULES);
  const changing = useLeadChange("list");
  const exporting = useLeadExport(filters, lastExport);
  const exportAll = () => exporting.start();
  usePaletteActions([{ id: "export-leads", label: t("export"), run: exportAll }]);
  const button = (
    <Button component={Link} to={NEW} prefetch="intent" leftSection={<IconPlus size={16} />}>
      {t("newCampaign")}
    </Button>
  );
  const download = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={exportAll}
      loading={exporting.isBusy}
    >
      {t("export")}
    </Button>
  );
  return (
    <Page
      title={t("title")}
      sentence={t("sentence")}
      action={
        isEmpty ? null : (
          <>
            {canErase ? (
              <Button component={Link} to={ERASURES} variant="default" prefetch="intent">
                {t("erased")}
              </Button>
            ) : null}
            {download}
          </>
        )
      }
    >
      {unsorted ? (
        <Text size="sm" c="dimmed" component="output" display="block" mb="xs">
          {unsorted}
        </Text>
      ) : null}
      {exporting.shown ? (
        <ExportPanel
          shown={exporting.shown}
          onDownload={exporting.download}
          onAgain={exporting.startAgain}
        />
      ) : null}
      {isEmpty ? null : <Hint name="leads" />}
      <ListScreen
        name="leads"
        label={t("label")}
        page={page}
        columns={leadColumns(t, { categories, tags })}
        rules={LEAD_LIST_RULES}
        filters={useFilters({ campaigns, categories, tags, clients })}
        searchPlaceholder={t("search")}
        rowId={({ id }) => String(id)}
        rowName={({ email }) => email}
        rowTo={({ id }) => leadAddress(id)}
        empty={
          <EmptyState
            drawing="people"
            sentence={t("empty")}
            action={canWrite ? button : undefined}
          />
        }
        {...(canWrite
          ? {
              bulk: (selected) => (
                <LeadBar
                  categories={categories}
                  tags={tags}
                  changing={changing}
                  onExport={exporting.start}
                  {...selected}
                />
              ),
            }
          : {})}
      />
    </Page>
  );
}

type Data = Awaited<ReturnType<typeof loader>>;

function useFilters({
  campaigns,
  categories,
  tags,
  clients,
}: Pick<Data, "campaigns" | "categories" | "tags" | "clients">) {
  const t = useText("leads");
  const statusText = useText("campaign-detail");
  const inbox = useText("inbox");
  const clientText = useText("clients");
  const named = (all: readonly { id: number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    {
      name: "status",
      label: t("status"),
      options: LEAD_STATUSES.map((value) => ({
        value,
        label: statusText(LEAD_STATUS_LOOKS[value].word),
      })),
    },
    {
      name: "category",
      label: t("category"),
      options: categories.map((category) => ({
        value: String(category.id),
        label: categoryName(category, inbox),
      })),
    },
    { name: "campaign", label: t("campaign"), options: named(campaigns) },
    // Only an agency with clients has any to choose from.
    ...(clients.length > 0
      ? [
          {
            name: "client",
            label: clientText("client"),
            choicesAt: CLIENT_CHOICES,
            options: [...named(clients), { value: "none", label: clientText("noClient") }],
          },
        ]
      : []),
    { name: "tag", label: t("tags"), options: named(tags) },
    {
      name: "imported",
      label: t("imported"),
      options: IMPORT_DAYS.map((value) => ({ value, label: t("days", { days: Number(value) }) })),
    },
  ];
}
