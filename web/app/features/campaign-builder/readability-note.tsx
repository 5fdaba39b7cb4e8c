import { Text } from "@mantine/core";
import { checkReadability } from "@thaw/core/campaigns/template/readability";
import { useLocale, useText } from "../../messages/text.tsx";
import { textOfHtml } from "./mail-html.ts";

/** How the mail reads. It warns and keeps nobody from saving. */
export function ReadabilityNote({ html }: { html: string }) {
  const t = useText("campaign-wizard");
  const read = checkReadability(textOfHtml(html), useLocale());
  if (read.words === 0) return null;
  const warnings = [
    read.hasManyAdverbs ? t("manyAdverbs", { count: read.adverbs }) : "",
    read.hasManyPassives ? t("manyPassives", { count: read.passives }) : "",
    read.spamWords.length > 0 ? t("spamWords", { words: read.spamWords.join(", ") }) : "",
  ].filter(Boolean);
  return (
    <>
      <Text size="xs" c="dimmed">
        {t("readingTime", { words: read.words, seconds: read.readingSeconds })}
      </Text>
      {warnings.map((warning) => (
        <Text key={warning} size="xs" c="var(--tone-amber)">
          {warning}
        </Text>
      ))}
    </>
  );
}
