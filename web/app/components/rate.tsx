import { Text } from "@mantine/core";
import { useText } from "../messages/text.tsx";

/** Below this many, a rate says more about chance than about the mail. */
const TRUSTED_FROM = 20;

type Props = {
  part: number;
  whole: number;
  /** "12.4% · 31", where `whole` stands beside it already. */
  isShort?: boolean;
};

/** A share with its counts, "12.4% · 31 of 250"; marked when `whole` is too small to be trusted. */
export function Rate({ part, whole, isShort = false }: Props) {
  const t = useText("lists");
  if (whole === 0) return <Text span>{t("rateNone")}</Text>;
  const full = t("rate", { rate: part / whole, part, whole });
  const words = isShort ? t("rateShort", { rate: part / whole, part }) : full;
  if (whole >= TRUSTED_FROM) return <span title={isShort ? full : undefined}>{words}</span>;
  const warning = t("rateSmall", { minimum: TRUSTED_FROM });
  return (
    <Text span c="dimmed" fs="italic" title={warning}>
      {words}
    </Text>
  );
}
