import type lists from "./en-us/lists.ts";
import type shell from "./en-us/shell.ts";

/** The areas of the catalogue. A feature adds one line here and one file in each language's folder. */
export type Areas = {
  lists: typeof lists;
  shell: typeof shell;
};

export type Area = keyof Areas;
export type TextKey<A extends Area> = keyof Areas[A] & string;
export type Messages = Readonly<Record<string, string>>;
