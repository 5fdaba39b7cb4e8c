import { type ReadText, readStored } from "@thaw/text/stored-text";
import { type Actor, localeOfActor } from "./actor.ts";

type Read<Name extends string> = { [Key in Name | `${Name}_key`]?: string };

/** A part of what an operation gives: what a record keeps as a line of the catalogue, as the actor reads it, and its key for programs. */
export function readStoredFor<Name extends string>(
  actor: Actor,
  name: Name,
  stored: string | undefined,
): Read<Name> {
  if (stored === undefined) return {};
  const { text, key }: ReadText = readStored(localeOfActor(actor), stored);
  return { [name]: text, ...(key === undefined ? {} : { [`${name}_key`]: key }) } as Read<Name>;
}
