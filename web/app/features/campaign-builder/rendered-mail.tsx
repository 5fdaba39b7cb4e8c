import { Alert, Text } from "@mantine/core";
import type { StepPreview } from "@thaw/core/engine/preview/campaign-preview";
import type * as v from "valibot";
import { useText } from "../../messages/text.tsx";

export type Rendered = v.InferOutput<typeof StepPreview>;

/** Mails are read on white, whatever the scheme of this page. */
const PAGE =
  "<style>body{margin:16px;font:14px/1.5 Arial,sans-serif;color:#222;overflow-wrap:anywhere}img{max-width:100%}a{color:#15c}</style>";

/** A mail as it would arrive; its HTML runs no script and reaches nothing. */
export function RenderedMail(props: { mail: Rendered; emptySubject: string | undefined }) {
  const { mail, emptySubject } = props;
  const t = useText("campaign-wizard");
  if (mail.error) {
    return (
      <Alert color="red" variant="light" title={t("notRendered")}>
        {mail.error}
      </Alert>
    );
  }
  const text = mail.text.trim();
  return (
    <div className="wizard-mail">
      {mail.subject || emptySubject ? (
        <Text fw={600} p="sm" className="wizard-mail-subject">
          {mail.subject || emptySubject}
        </Text>
      ) : null}
      {mail.html === undefined ? (
        <pre>{text}</pre>
      ) : (
        <iframe
          title={t("preview")}
          sandbox=""
          srcDoc={`<!doctype html><meta charset="utf-8">${PAGE}${mail.html}`}
        />
      )}
      {mail.missing.length > 0 ? (
        <Text size="xs" p="sm" c="var(--tone-amber)" className="wizard-mail-missing">
          {t("missing", { names: mail.missing.join(", ") })}
        </Text>
      ) : null}
    </div>
  );
}
