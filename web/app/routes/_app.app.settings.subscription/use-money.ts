import { useLocale } from "../../messages/text.tsx";

/** Writes cents of US dollars, whole dollars without their cents. */
export function useMoney(): (cents: number) => string {
  const locale = useLocale();
  return (cents) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    }).format(cents / 100);
}
