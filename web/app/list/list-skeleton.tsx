import { Skeleton, Stack } from "@mantine/core";
import { useText } from "../messages/text.tsx";
import "./list.css";

/** The shape of a list that is still to come; for Suspense. */
export function ListSkeleton({ rows = 10 }: { rows?: number }) {
  const t = useText("lists");
  return (
    <section className="list" aria-busy="true" aria-label={t("loading")}>
      <Skeleton height={30} width={240} />
      <Stack gap={0} className="list-scroll">
        {Array.from({ length: rows }, (_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the bars are all alike
          <Skeleton key={at} height={20} my={12} mx={12} width={`${90 - ((at * 17) % 40)}%`} />
        ))}
      </Stack>
    </section>
  );
}
