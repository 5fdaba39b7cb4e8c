import { Button, Group, Modal, Select, Text } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import {
  type Category,
  DO_NOT_CONTACT,
  findCategory,
  NOT_ASSIGNED,
} from "@thaw/core/accounts/category/category.schema";
import { type KeyboardEvent, type Ref, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useText } from "../../messages/text.tsx";
import type { action } from "../../routes/_app.app.master-inbox/route.tsx";
import { BUILT_IN, categoryName } from "../category/built-in.ts";
import { CustomCategory } from "../category/custom-category.tsx";

type BadgeProps = { id: number; categories: readonly Category[] };

export function CategoryBadge({ id, categories }: BadgeProps) {
  const t = useText("inbox");
  const look = BUILT_IN[id];
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

/** What the person wants. "Do not contact" has consequences everywhere, so it asks first. */
export function CategorySelect({ thread, categories, inputRef }: Props) {
  const t = useText("inbox");
  const fetcher = useFetcher<typeof action>();
  const [isAsking, setAsking] = useState(false);
  useActionResult(fetcher.data, "category", () => {});
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
