import { Button, Menu } from "@mantine/core";
import { IconDeviceFloppy, IconFileText, IconSparkles } from "@tabler/icons-react";
import type { TemplateKind } from "@thaw/core/campaigns/template-library/saved-template.schema";
import { lazy, Suspense, useState } from "react";
import { useText } from "../../messages/text.tsx";
import type { WritingProps } from "./writing-props.ts";

const InsertDialog = lazy(() => import("./insert-dialog.tsx"));
const SaveDialog = lazy(() => import("./save-dialog.tsx"));
const AiDialog = lazy(() => import("./ai-dialog.tsx"));

type Open = "insert" | "ai" | TemplateKind;

/** Saved mails, saving this one, and AI: dialogs that are fetched when they are opened. */
export function WritingTools(props: WritingProps) {
  const t = useText("templates");
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu position="bottom-end" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<IconFileText size={14} />}>
            {t("tools")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileText size={16} />} onClick={() => setOpen("insert")}>
            {t("insert")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={() => setOpen("template")}
          >
            {t("saveAs")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={() => setOpen("snippet")}
          >
            {t("saveAsSnippet")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconSparkles size={14} />}
        onClick={() => setOpen("ai")}
      >
        {t("ai")}
      </Button>
      <Suspense>
        {open === "insert" ? <InsertDialog {...props} onClose={close} /> : null}
        {open === "template" || open === "snippet" ? (
          <SaveDialog
            kind={open}
            variant={props.variant}
            attachments={props.files?.attachments ?? []}
            onClose={close}
          />
        ) : null}
        {open === "ai" ? <AiDialog {...props} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
