import { useLocale } from "../../messages/text.tsx";

/** Writes cents of US dollars, whole dollars without their cents. */
export function writeMoney(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}

export function useMoney(): (cents: number) => string {
  const locale = useLocale();
  return (cents) => writeMoney(cents, locale);
}
