import type { Option } from "./use-options.ts";

export type Filter = {
  /** In the address. */
  name: string;
  label: string;
  options: readonly Option[];
  /** The route that is searched, where there may be more than these. */
  choicesAt?: string;
};
