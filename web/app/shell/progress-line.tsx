import "@mantine/nprogress/styles.layer.css";
import { NavigationProgress, nprogress } from "@mantine/nprogress";
import { useEffect } from "react";

export default function ProgressLine({ isBusy }: { isBusy: boolean }) {
  useEffect(() => {
    if (!isBusy) return;
    nprogress.start();
    return () => nprogress.complete();
  }, [isBusy]);
  return <NavigationProgress size={2} aria-hidden />;
}
