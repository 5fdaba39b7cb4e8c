import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import {
  type Icon,
  IconBan,
  IconCalendar,
  IconInfoCircle,
  IconMoodSmile,
  IconMoonStars,
  IconThumbDown,
  IconUserX,
} from "@tabler/icons-react";
import {
  type Category,
  DO_NOT_CONTACT,
  findCategory,
  NOT_ASSIGNED,
} from "@thaw/core/category/category.schema";
import { type KeyboardEvent, type Ref, useState } from "react";
import { CustomCategory } from "../../category/custom-category.tsx";
import { useOutcome } from "../../components/outcome.ts";
import { StatusBadge, type Tone } from "../../components/status-badge.tsx";
import type { TextKey } from "../../messages/areas.ts";
import { useText, type Text as Words } from "../../messages/text.tsx";
import type { action } from "./route.tsx";

type Look = { word: TextKey<"inbox">; tone: Tone; icon: Icon };

const LOOKS: Record<number, Look> = {
  1: { word: "category1", tone: "good", icon: IconMoodSmile },
  2: { word: "category2", tone: "good", icon: IconCalendar },
  3: { word: "category3", tone: "drafted", icon: IconThumbDown },
  4: { word: "category4", tone: "failed", icon: IconBan },
  5: { word: "category5", tone: "good", icon: IconInfoCircle },
  6: { word: "category6", tone: "waiting", icon: IconMoonStars },
  7: { word: "category7", tone: "drafted", icon: IconUserX },
};

type BadgeProps = { id: number; categories: readonly Category[] };

export function CategoryBadge({ id, categories }: BadgeProps) {
  const t = useText("inbox");
  const look = LOOKS[id];
  if (!look) {
    const own = id === NOT_ASSIGNED ? undefined : findCategory(categories, id);
    return own ? <CustomCategory name={own.name} color={own.color ?? "gray"} /> : null;
  }
  return (
    <StatusBadge tone={look.tone} icon={look.icon}>
      {t(look.word)}
    </StatusBadge>
  );
}

type Props = {
  thread: { id: number; email: string; category_id: number };
  categories: readonly Category[];
  inputRef: Ref<HTMLInputElement>;
};

/** The list closes by it first; after that the keys of the conversation work again. */
function leaveByEscape({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const isListOpen = currentTarget.getAttribute("aria-expanded") === "true";
  if (key === "Escape" && !isListOpen) currentTarget.blur();
}

/** Built-in ones are in the reader's language. */
export function categoryName(
  { id, name }: Pick<Category, "id" | "name">,
  t: Words<"inbox">,
): string {
  if (id === NOT_ASSIGNED) return t("noCategory");
  const look = LOOKS[id];
  return look ? t(look.word) : name;
}

/** What the person wants. "Do not contact" has consequences everywhere, so it asks first. */
export function CategorySelect({ thread, categories, inputRef }: Props) {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  const [isAsking, setAsking] = useState(false);
  useOutcome(fetcher.data, "category", () => {});
  const set = (categoryId: number) =>
    fetcher.submit(
      { intent: "category", thread_id: thread.id, category_id: categoryId },
      { method: "post", action: "/app/master-inbox" },
    );
  const choose = (value: string | null) => {
    const id = Number(value ?? NOT_ASSIGNED);
    if (id === thread.category_id) return;
    if (id === DO_NOT_CONTACT) setAsking(true);
    else set(id);
  };
  const block = () => {
    setAsking(false);
    set(DO_NOT_CONTACT);
  };
  const shown = Number(fetcher.formData?.get("category_id") ?? thread.category_id);
  return (
    <>
      <Select
        ref={inputRef}
        size="xs"
        className="thread-category"
        aria-label={t("category")}
        placeholder={t("noCategory")}
        data={categories.map((each) => ({ value: String(each.id), label: categoryName(each, t) }))}
        value={String(shown)}
        onChange={choose}
        onKeyDown={leaveByEscape}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("blockTitle", { email: thread.email })}
        centered
      >
        <Text>{t("blockText")}</Text>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t("cancel")}
          </Button>
          <Button color="red" onClick={block}>
            {t("block")}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
