import { Alert, Loader, Stack, Text, TextInput, Title } from "@mantine/core";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useEffect, useState } from "react";
import { type Described, Endpoint } from "../../features/api-reference/endpoint.tsx";
import { TypescriptClient } from "../../features/api-reference/typescript-client.tsx";
import { useText } from "../../messages/text.tsx";
import { titled } from "../../messages/title.ts";
import { requireActor } from "../../session.server.ts";

export const meta = titled("api-keys", "referenceTitle");

const DOCUMENT = "/api/openapi.json";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  return null;
}

type Document = {
  paths: Record<string, Record<string, Omit<Described, "path" | "method">>>;
  /** The base address of each service. */
  "x-services": Record<string, string>;
};
type Read = { endpoints: readonly Described[]; services: Record<string, string> };
type State = Read | "failed" | undefined;

/** Fetched by the browser alone: it is long, and the same for everyone. */
function useDocument(): State {
  const [state, setState] = useState<State>();
  useEffect(() => {
    const leaving = new AbortController();
    fetch(DOCUMENT, { signal: leaving.signal })
      .then(async (response) => (await response.json()) as Document)
      .then(({ paths, "x-services": services }) =>
        setState({ endpoints: endpointsOf(paths), services }),
      )
      .catch(() => {
        if (!leaving.signal.aborted) setState("failed");
      });
    return () => leaving.abort();
  }, []);
  return state;
}

const endpointsOf = (paths: Document["paths"]): Described[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      path,
      method: method.toUpperCase(),
    })),
  );

export default function ApiReferencePage() {
  const t = useText("api-keys");
  const read = useDocument();
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    typeof read === "object"
      ? read.endpoints.filter(({ method, path }) => {
          const text = `${method} ${path}`.toLowerCase();
          return words.every((word) => text.includes(word));
        })
      : [];
  return (
    <Stack gap="md" component="section">
      <div>
        <Title order={2}>{t("referenceTitle")}</Title>
        <Text size="sm" c="dimmed" maw={640}>
          {t("referenceSentence")}
        </Text>
      </div>
      {read === "failed" ? (
        <Alert color="red" variant="light">
          {t("failed")}
        </Alert>
      ) : null}
      {read === undefined ? <Loader size="sm" /> : null}
      {typeof read === "object" ? (
        <>
          <TypescriptClient services={read.services} />
          <TextInput
            type="search"
            label={t("searchReference")}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            maw={360}
          />
          <Text size="sm" c="dimmed" component="output">
            {t("found", { count: found.length })}
          </Text>
          <Stack gap="xs">
            {found.map((endpoint) => (
              <Endpoint key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} />
            ))}
          </Stack>
        </>
      ) : null}
    </Stack>
  );
}
