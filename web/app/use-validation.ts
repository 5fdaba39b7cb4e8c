import { renderWith } from "@thaw/text/render-with";
import { textOfLine } from "@thaw/text/say";
import { useMemo } from "react";
import type { GenericSchema } from "valibot";
import { preloadText, textSource } from "./messages/source.ts";
import { useLocale, useText } from "./messages/text.tsx";
import { type RenderLine, validate } from "./validation.ts";

const AREA = "fields";
preloadText(AREA);

/** Renders what schemas say. The texts have arrived with the page that calls this, so that a click need not wait for them. */
export function useFieldText(): RenderLine {
  const locale = useLocale();
  useText(AREA);
  return useMemo(() => {
    const source = (key: string) => {
      const message = textSource().read(locale, AREA)[key.slice(AREA.length + 1)];
      if (message === undefined) throw new Error(`No text ${key}`);
      return message;
    };
    return (line) => renderWith(source, locale, textOfLine(line));
  }, [locale]);
}

/** Validates a form in the browser: `useForm({ onValidate: useValidation(CreateTag) })`. */
export function useValidation<Schema extends GenericSchema>(schema: Schema) {
  const render = useFieldText();
  return ({ formData }: { formData: FormData }) => validate(formData, schema, render);
}
