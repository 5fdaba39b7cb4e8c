import { useLocale } from "../../messages/text.tsx";

const KB = 1_024;
const MB = 1_048_576;

/** A number of bytes as people read it; a megabyte is 1,048,576. */
export function useFileSize(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const [value, unit] = bytes < MB ? [bytes / KB, "kilobyte"] : [bytes / MB, "megabyte"];
    // Nothing that holds something reads as nothing.
    const shown = bytes > 0 ? Math.max(value, 0.1) : value;
    const options = { style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
    return new Intl.NumberFormat(locale, options).format(shown);
  };
}
