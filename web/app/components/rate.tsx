import { Text } from "@mantine/core";
import {
  type Rated,
  type RatedFigures,
  rateOf,
  TRUSTED_FROM,
} from "@thaw/core/reporting/metric/rate.schema";
import { useText } from "../messages/text.tsx";

type Props = {
  figures: RatedFigures;
  of: Rated;
  /** "12.4% · 31", where the emails stand beside it already. */
  isShort?: boolean;
};

/** A rate with its counts, "12.4% · 31 of 250"; marked where it is of too few emails to be trusted. */
export function Rate({ figures, of, isShort = false }: Props) {
  const t = useText("lists");
  const { part, whole, isTrusted } = rateOf(figures, of);
  if (whole === 0) return <Text span>{t("rateNone")}</Text>;
  const full = t("rate", { rate: part / whole, part, whole });
  const copy = isShort ? t("rateShort", { rate: part / whole, part }) : full;
  if (isTrusted)
    return (
      <span className="digits" title={isShort ? full : undefined}>
        {copy}
      </span>
    );
  const warning = t("rateSmall", { minimum: TRUSTED_FROM });
  return (
    <Text span c="dimmed" fs="italic" className="digits" title={warning}>
      {copy}
    </Text>
  );
}
