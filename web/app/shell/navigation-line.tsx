import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds before a page change admits that it takes time. */
const PATIENCE = 300;

export function NavigationLine() {
  const isBusy = useNavigation().state !== "idle";
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => nprogress.start(), PATIENCE);
    return () => {
      clearTimeout(timer);
      nprogress.complete();
    };
  }, [isBusy]);
  return <NavigationProgress size={2} aria-hidden />;
}
