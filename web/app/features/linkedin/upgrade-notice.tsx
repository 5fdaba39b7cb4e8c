import { Alert, Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useText } from "../../messages/text.tsx";

export function UpgradeNotice() {
  const t = useText("integrations");
  return (
    <Alert color="ice" variant="light">
      {t("noPlan")}{" "}
      <Anchor component={Link} to="/app/settings/subscription">
        {t("seePlans")}
      </Anchor>
    </Alert>
  );
}
