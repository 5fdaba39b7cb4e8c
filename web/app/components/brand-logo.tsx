import { useRootData } from "../state/root-data.ts";
import { Logo } from "./logo.tsx";

/** The product's mark; under an agency's own host its logo or nothing. The name stands beside it. */
export function BrandLogo({ size }: { size: number }) {
  const root = useRootData();
  if (!root?.brand) return <Logo size={size} />;
  const { logo } = root.brand;
  return logo ? <img src={logo} alt="" height={size} /> : null;
}
