import { useLocale } from "../messages/text.tsx";

/** A whole number as people of this language write it; `isShort` makes 12,340 read 12K. */
export function Count({ value, isShort = false }: { value: number; isShort?: boolean }) {
  const locale = useLocale();
  const notation = isShort ? "compact" : "standard";
  return (
    <span className="digits">{new Intl.NumberFormat(locale, { notation }).format(value)}</span>
  );
}
