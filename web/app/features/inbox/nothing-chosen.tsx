import { Kbd, Text } from "@mantine/core";
import { Drawing } from "../../components/drawing.tsx";
import { useText } from "../../messages/text.tsx";

export function NothingChosen() {
  const t = useText("inbox");
  return (
    <div className="inbox-nothing">
      <Drawing name="inbox" />
      <Text c="dimmed">{t("choose")}</Text>
      <Text c="dimmed" size="xs">
        {t.rich("chooseKeys", { kbd: (copy) => <Kbd size="xs">{copy}</Kbd> })}
      </Text>
    </div>
  );
}
