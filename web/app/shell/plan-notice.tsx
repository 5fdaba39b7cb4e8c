import { Alert, Anchor } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useText } from "../messages/text.tsx";

const PLANS = "/app/settings/subscription";

/** What the account's plan keeps from someone: all of it, or the page that they came for. */
export function PlanNotice({ isEnded, canPay }: { isEnded: boolean; canPay: boolean }) {
  const t = useText("plan");
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const isUpgrade = search.has("upgrade");
  if ((!isEnded && !isUpgrade) || pathname === PLANS) return null;
  return (
    <Alert color="var(--tone-amber)" variant="light" m="md" mb={0}>
      {t(isEnded ? "memberEnded" : "upgrade")}{" "}
      {canPay ? (
        <Anchor component={Link} to={PLANS} inherit underline="always">
          {t("upgradeLink")}
        </Anchor>
      ) : null}
    </Alert>
  );
}
