import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useBuilderAutosave } from "./builder.tsx";
import { run } from "./run.ts";

/** The campaign's name, written where the title stands. */
export function NameField({ name }: { name: string }) {
  const t = useText("campaign-wizard");
  const [typed, setTyped] = useState(name);
  const seen = useRef<string | undefined>(name);
  useBuilderAutosave({
    // An empty field is someone about to type: it keeps the last name.
    value: typed.trim() || name,
    save: async (campaign_id, value) => {
      const answer = await run("updateCampaign", {
        campaign_id,
        name: value,
        ...(seen.current === undefined ? {} : { expected_name: seen.current }),
      });
      if (answer.ok) seen.current = answer.data.name;
      return answer;
    },
    seen,
  });
  return (
    <TextInput
      className="wizard-name"
      variant="unstyled"
      aria-label={t("name")}
      placeholder={t("name")}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (!typed.trim()) setTyped(name);
      }}
    />
  );
}
