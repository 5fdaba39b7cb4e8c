import { useRootData } from "../shell/root-data.ts";
import { Logo } from "./logo.tsx";

/** The product's mark; under an agency's own host its logo or nothing. */
export function BrandLogo({ size, isNamed = false }: { size: number; isNamed?: boolean }) {
  const root = useRootData();
  const name = root?.brandName ?? "";
  if (!root?.brand) return <Logo size={size} {...(isNamed ? { label: name } : {})} />;
  const { logo } = root.brand;
  return logo ? <img src={logo} alt={isNamed ? name : ""} height={size} /> : null;
}
