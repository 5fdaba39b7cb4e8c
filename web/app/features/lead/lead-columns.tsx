import { Text } from "@mantine/core";
import type { Category } from "@thaw/core/accounts/category/category.schema";
import type { Tag } from "@thaw/core/accounts/tag/tag.schema";
import type { Lead } from "@thaw/core/leads/lead/lead.schema";
import type { LeadEnrolment } from "@thaw/core/leads/lead/lead-enrolments";
import { RelativeTime } from "../../components/time.tsx";
import type { Column } from "../../list/column.ts";
import type { Text as Words } from "../../messages/text.tsx";
import { CategoryBadge } from "../inbox/category.tsx";
import { TagChips } from "../tag/tag-chips.tsx";
import { EnrolmentNames, EnrolmentStatuses } from "./enrolment-badges.tsx";

export type LeadRow = Lead & { enrolments: LeadEnrolment[] };

function Brief({ copy = "" }: { copy?: string | undefined }) {
  return (
    <Text span truncate display="block" maw={200} title={copy}>
      {copy}
    </Text>
  );
}

export const nameOfLead = ({ first_name, last_name }: Pick<Lead, "first_name" | "last_name">) =>
  [first_name, last_name].filter(Boolean).join(" ");

/** Fields that few look at in a list. */
const MORE = [
  ["phone", "phone_number"],
  ["website", "website"],
  ["linkedin", "linkedin_profile"],
  ["location", "location"],
] as const;

type Known = { categories: readonly Category[]; tags: readonly Tag[] };

export function leadColumns(t: Words<"leads">, { categories, tags }: Known): Column<LeadRow>[] {
  return [
    {
      id: "email",
      header: t("email"),
      isFixed: true,
      isSortable: true,
      cell: ({ email }) => (
        <Text span truncate display="block" maw={240} fw="inherit" title={email}>
          {email}
        </Text>
      ),
    },
    {
      id: "name",
      header: t("name"),
      isSortable: true,
      cell: (lead) => <Brief copy={nameOfLead(lead)} />,
    },
    {
      id: "company",
      header: t("company"),
      isSortable: true,
      cell: ({ company_name }) => <Brief copy={company_name} />,
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ enrolments }) => <EnrolmentStatuses enrolments={enrolments} />,
    },
    {
      id: "campaigns",
      header: t("campaigns"),
      cell: ({ enrolments }) => <EnrolmentNames enrolments={enrolments} />,
    },
    {
      id: "category",
      header: t("category"),
      cell: ({ category_id }) => <CategoryBadge id={category_id} categories={categories} />,
    },
    {
      id: "tags",
      header: t("tags"),
      isHidden: tags.length === 0,
      cell: ({ tag_ids }) => <TagChips ids={tag_ids} tags={tags} />,
    },
    ...MORE.map(
      ([id, field]): Column<LeadRow> => ({
        id,
        header: t(id),
        isHidden: true,
        cell: (lead) => <Brief copy={lead[field]} />,
      }),
    ),
    {
      id: "bounced",
      header: t("bounced"),
      isHidden: true,
      cell: ({ bounced_at }) => (bounced_at ? <RelativeTime at={bounced_at} /> : null),
    },
    {
      id: "imported",
      header: t("imported"),
      align: "right",
      isSortable: true,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ];
}
