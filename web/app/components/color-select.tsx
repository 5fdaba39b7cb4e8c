import { ColorSwatch, Group, Select } from "@mantine/core";
import { COLORS } from "@thaw/core/color.schema";
import { useText } from "../messages/text.tsx";

type Props = {
  /** What it is before someone chooses. */
  color: (typeof COLORS)[number] | undefined;
};

/** A field of a form, named `color`: what a tag or category is distinguished by. */
export function ColorSelect({ color = "blue" }: Props) {
  const t = useText("lists");
  return (
    <Select
      name="color"
      label={t("color")}
      data={COLORS.map((value) => ({ value, label: t(`color.${value}`) }))}
      defaultValue={color}
      allowDeselect={false}
      renderOption={({ option }) => (
        <Group gap="xs">
          <ColorSwatch size={14} color={`var(--mantine-color-${option.value}-filled)`} />
          {option.label}
        </Group>
      )}
    />
  );
}
