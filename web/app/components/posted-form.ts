import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { type AnyActionResult, useActionResult } from "./action-result.ts";
import { toast } from "./toasts.ts";

type Options<Form> = {
  initial: () => Form;
  /** The path that it is posted to, and as what. */
  action: string;
  intent: string;
  toFields: (form: Form) => Record<string, string>;
  /** What the toast says when it is done. */
  done: string;
  onClose: () => void;
};

/**
 * A dialog's form whose fields are kept in state: posts them once, closes when they are taken, and otherwise gives the
 * errors by field.
 */
export function usePostedForm<Form extends object>(options: Options<Form>) {
  const { initial, action, intent, toFields, done, onClose } = options;
  const fetcher = useFetcher<AnyActionResult>();
  const [form, setForm] = useState(initial);
  useActionResult(fetcher.data as AnyActionResult | undefined, intent, () => {
    toast.done(done);
    onClose();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    fetcher.submit({ ...toFields(form), intent }, { method: "post", action });
  };
  return {
    form,
    set: (change: Partial<Form>) => setForm((before) => ({ ...before, ...change })),
    save,
    errors: (fetcher.data?.ok === false ? fetcher.data.result.error : null) ?? {},
    isBusy: fetcher.state !== "idle",
  };
}
