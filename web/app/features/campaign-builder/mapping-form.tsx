import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { LEAD_FIELDS, type LeadField } from "@thaw/core/leads/lead/lead.schema";
import type {
  ImportOptions,
  LeadImportPreview,
} from "@thaw/core/leads/lead-import/lead-import.schema";
import {
  ColumnMapping,
  type ColumnTarget,
  type CsvColumn,
  customNameOf,
} from "@thaw/core/leads/lead-import/map-columns.schema";
import { useState } from "react";
import * as v from "valibot";
import { useText } from "../../messages/text.tsx";
import { useFieldText } from "../../use-validation.ts";
import type { RenderLine } from "../../validation.ts";

type Preview = v.InferOutput<typeof LeadImportPreview>;
export type ChosenImport = { mapping: ColumnTarget[]; options: ImportOptions };

type Props = {
  fileName: string;
  preview: Preview;
  /** What the server said against the last try. */
  error: string | null;
  isBusy: boolean;
  onImport: (chosen: ChosenImport) => void;
  onCancel: () => void;
};

const START: ImportOptions = {
  overwrite: false,
  skip_if_in_other_campaign: false,
  skip_if_bounced: true,
};
const DELIMITERS: Record<string, "comma" | "semicolon" | "tab"> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
};

/** What is wrong with a mapping: as a whole, and with the name of a column's custom field. */
function problemsOf(mapping: readonly ColumnTarget[], render: RenderLine) {
  const used = mapping.filter(({ to }) => to !== "skip");
  const parsed = v.safeParse(ColumnMapping, used);
  const byColumn = new Map<number, string>();
  let whole: string | undefined;
  for (const issue of parsed.issues ?? []) {
    const at = issue.path?.[0]?.key;
    const column = typeof at === "number" ? used[at]?.column : undefined;
    if (column === undefined) whole ??= render(issue.message);
    else byColumn.set(column, render(issue.message));
  }
  return { whole, byColumn };
}

export function MappingForm({ fileName, preview, error, isBusy, onImport, onCancel }: Props) {
  const t = useText("campaign-wizard");
  const [mapping, setMapping] = useState<ColumnTarget[]>(preview.mapping);
  const [options, setOptions] = useState(START);
  const problems = problemsOf(mapping, useFieldText());
  const whole = preview.rows.length === 0 ? t("noRows") : problems.whole;
  const isWrong = Boolean(whole) || problems.byColumn.size > 0;
  const change = (target: ColumnTarget) =>
    setMapping(mapping.map((each) => (each.column === target.column ? target : each)));
  const delimiter = DELIMITERS[preview.delimiter];
  return (
    <Stack gap="md" className="panel" p="md">
      <div>
        <Title order={2}>{t("mapTitle", { file: fileName })}</Title>
        <Text c="dimmed">
          {t("mapFound", {
            rows: preview.row_estimate,
            columns: preview.columns.length,
            delimiter: delimiter ? t(delimiter) : preview.delimiter,
            encoding: preview.encoding.toUpperCase(),
          })}
        </Text>
      </div>
      <div className="wizard-scroll">
        <table className="wizard-mapping">
          <thead>
            <tr>
              <th>{t("column")}</th>
              <th>{t("firstRows")}</th>
              <th>{t("becomes")}</th>
            </tr>
          </thead>
          <tbody>
            {preview.columns.map((column, at) => {
              const target = mapping[at];
              return target ? (
                <MappingRow
                  key={column.index}
                  column={column}
                  cells={preview.rows.map((row) => row[column.index] ?? "")}
                  target={target}
                  taken={fieldsTaken(mapping, column.index)}
                  problem={problems.byColumn.get(column.index)}
                  onChange={change}
                />
              ) : null;
            })}
          </tbody>
        </table>
      </div>
      <OptionBoxes options={options} onChange={setOptions} />
      {whole || error ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {whole ?? error}
        </Text>
      ) : null}
      <Group gap="xs">
        <Button
          disabled={isWrong}
          loading={isBusy}
          onClick={() => onImport({ mapping: mapping.filter(({ to }) => to !== "skip"), options })}
        >
          {t("importRows", { rows: preview.row_estimate })}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t("otherFile")}
        </Button>
      </Group>
    </Stack>
  );
}

function fieldsTaken(mapping: readonly ColumnTarget[], column: number): ReadonlySet<LeadField> {
  return new Set(
    mapping.flatMap((each) => (each.to === "field" && each.column !== column ? [each.field] : [])),
  );
}

type RowProps = {
  column: CsvColumn;
  cells: string[];
  target: ColumnTarget;
  /** The fields that other columns fill: each takes one. */
  taken: ReadonlySet<LeadField>;
  problem: string | undefined;
  onChange: (target: ColumnTarget) => void;
};

function MappingRow({ column, cells, target, taken, problem, onChange }: RowProps) {
  const t = useText("campaign-wizard");
  const samples = cells.filter((cell) => cell.trim()).slice(0, 3);
  const choose = (choice: string) => {
    const at = { column: column.index };
    const field = LEAD_FIELDS.find((name) => name === choice);
    if (field) onChange({ ...at, to: "field", field });
    else if (choice === "custom") {
      const name = customNameOf(column.name) || `column_${column.index + 1}`;
      onChange({ ...at, to: "custom", name });
    } else onChange({ ...at, to: "skip" });
  };
  const fields = LEAD_FIELDS.map((name) => ({
    value: name,
    label: t(`field.${name}`),
    disabled: taken.has(name),
  }));
  return (
    <tr data-skipped={target.to === "skip" || undefined}>
      <th scope="row">{column.name}</th>
      <td>
        <Text c="dimmed" truncate maw={320}>
          {samples.join(" · ")}
        </Text>
      </td>
      <td>
        <Group gap="xs" align="flex-start" className="wizard-mapping-target">
          <NativeSelect
            size="xs"
            w={170}
            aria-label={t("becomesNamed", { column: column.name })}
            value={target.to === "field" ? target.field : target.to}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              { group: t("leadFields"), items: fields },
              {
                group: t("otherTargets"),
                items: [
                  { value: "custom", label: t("customField") },
                  { value: "skip", label: t("skipColumn") },
                ],
              },
            ]}
          />
          {target.to === "custom" ? (
            <TextInput
              size="xs"
              w={170}
              aria-label={t("customNameOf", { column: column.name })}
              value={target.name}
              error={problem}
              onChange={(event) => onChange({ ...target, name: event.currentTarget.value })}
            />
          ) : null}
        </Group>
      </td>
    </tr>
  );
}

const OPTIONS = ["overwrite", "skip_if_in_other_campaign", "skip_if_bounced"] as const;

type OptionProps = { options: ImportOptions; onChange: (options: ImportOptions) => void };

function OptionBoxes({ options, onChange }: OptionProps) {
  const t = useText("campaign-wizard");
  return (
    <Stack gap={8} component="fieldset" className="wizard-fieldset">
      <legend>{t("options")}</legend>
      {OPTIONS.map((name) => (
        <Checkbox
          key={name}
          size="xs"
          label={t(`option.${name}`)}
          checked={options[name]}
          onChange={(event) => onChange({ ...options, [name]: event.currentTarget.checked })}
        />
      ))}
      <Text size="xs" c="dimmed">
        {t("alwaysSkipped")}
      </Text>
    </Stack>
  );
}
