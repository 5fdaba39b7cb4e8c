import { Code, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../messages/text.tsx";

type Parameter = { name: string; in: string; required?: boolean; $ref?: string };
type Content = { content?: Record<string, { schema: unknown }> };

export type Described = {
  method: string;
  path: string;
  "x-permission": string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
};

const schemaOf = (content: Content | undefined) => Object.values(content?.content ?? {})[0]?.schema;

/** One address, which shows what it takes and gives once it is opened. */
export function Endpoint({ endpoint }: { endpoint: Described }) {
  const [isOpen, setOpen] = useState(false);
  const { method, path } = endpoint;
  return (
    <details
      className="panel"
      style={{ padding: "0.75rem 1rem" }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary style={{ wordBreak: "break-all" }}>
        <Code>{method}</Code> {path}
      </summary>
      {isOpen ? <EndpointDetails endpoint={endpoint} /> : null}
    </details>
  );
}

function EndpointDetails({ endpoint }: { endpoint: Described }) {
  const t = useText("api-keys");
  const permission = endpoint["x-permission"];
  const body = schemaOf(endpoint.requestBody);
  const done = Object.entries(endpoint.responses).find(([status]) => status.startsWith("2"));
  const answer = schemaOf(done?.[1]);
  const named = endpoint.parameters.filter(({ $ref }) => !$ref);
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm">{needs(permission, t)}</Text>
      {named.length > 0 ? (
        <div>
          <Text fw={600}>{t("parameters")}</Text>
          <ul>
            {named.map((parameter) => (
              <li key={parameter.name}>
                <Code>{parameter.name}</Code> {parameter.required ? t("required") : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Block title={t("call")} text={callOf(endpoint)} />
      {body ? <Block title={t("body")} text={JSON.stringify(body, null, 2)} /> : null}
      {answer ? <Block title={t("answer")} text={JSON.stringify(answer, null, 2)} /> : null}
    </Stack>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Code block tabIndex={0} mah={360} style={{ overflow: "auto" }}>
        {text}
      </Code>
    </div>
  );
}

function needs(permission: string, t: ReturnType<typeof useText<"api-keys">>): string {
  if (permission === "public") return t("needsNobody");
  return permission === "signed_in" ? t("needsPerson") : t("needs", { permission });
}

/** A call as a shell sends it. */
function callOf({ method, path, requestBody, "x-permission": permission }: Described): string {
  return [
    `curl -X ${method} "${location.origin}${path}"`,
    ...(permission === "public" ? [] : ['  -H "X-API-Key: $KEY"']),
    ...(requestBody ? ['  -H "Content-Type: application/json"', "  -d @body.json"] : []),
  ].join(" \\\n");
}
