import { Button, Menu, Stack, Text } from "@mantine/core";
import { useFetcher, useSubmit } from "@remix-run/react";
import { IconBuildingOff } from "@tabler/icons-react";
import { companyOf } from "@thaw/core/accounts/user/company-domain.schema";
import { useEffect } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import type { action, loader } from "../../routes/app.lead-company/route.ts";
import { LEADS } from "./lead-page.ts";
import { formOf, grouped } from "./use-lead-change.ts";

const COMPANY = "/app/lead-company";

/** In the menu of one lead; not where a provider gives addresses to everyone. */
export function StopCompanyItem({ email, onAsk }: { email: string; onAsk: () => void }) {
  const t = useText("leads");
  const domain = companyOf(email);
  if (domain === undefined) return null;
  return (
    <Menu.Item leftSection={<IconBuildingOff size={16} />} onClick={onAsk}>
      {t("stopCompany", { domain })}
    </Menu.Item>
  );
}

/** Says whom it would stop, and for ten seconds takes it back. Mount it with the lead, open or not. */
export function StopCompanyDialog({
  email,
  isOpen,
  onClose,
}: {
  email: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useText("leads");
  const domain = companyOf(email) ?? "";
  const preview = useFetcher<typeof loader>();
  const stopping = useFetcher<typeof action>();
  const send = useSubmit();
  const { load } = preview;
  useEffect(() => {
    if (isOpen) load(`${COMPANY}?domain=${encodeURIComponent(domain)}`);
  }, [isOpen, domain, load]);
  const stop = (cursor?: string) =>
    stopping.submit(
      { intent: "stop", domain, ...(cursor === undefined ? {} : { cursor }) },
      { method: "post", action: COMPANY },
    );
  useActionResult(stopping.data, "stop", ({ stopped, cursor }) => {
    if (cursor !== null) stop(cursor);
    const leads = stopped.map((each) => ({ ...each, is_same: false }));
    const back = grouped(leads, ({ campaign_ids = [] }) => campaign_ids);
    const undo = () => {
      for (const [campaign_id, ids] of back) {
        const form = formOf({ change: "resume", ids, more: { campaign_id } });
        const fetcherKey = `resume-company-${campaign_id}`;
        send(form, { method: "post", action: LEADS, navigate: false, fetcherKey });
      }
    };
    if (stopped.length > 0) toast.undoable(t("done.stop", { count: stopped.length }), undo);
  });
  const open = preview.data?.open ?? 0;
  const isCut = preview.data?.is_cut ?? false;
  const begin = () => {
    stop();
    onClose();
  };
  if (!isOpen) return null;
  return (
    <Dialog onClose={onClose} title={t("stopCompanyTitle", { domain })} centered>
      <Stack>
        <Text size="sm" aria-live="polite">
          {preview.data
            ? t("stopCompanyText", { open, leads: preview.data.leads })
            : t("stopCompanyCounting")}
          {isCut ? ` ${t("stopCompanyCut")}` : null}
        </Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button color="red" onClick={begin} disabled={open === 0 && !isCut}>
            {t("stopCompanyButton")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
