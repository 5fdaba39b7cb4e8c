import { CustomAttributeType } from "electrodb";
import type { IsoInstant } from "./instant.schema.ts";

/** The type of an entity's attribute that holds an instant: stored as text, so that keys sort by time. */
export const INSTANT = CustomAttributeType<IsoInstant>("string");
