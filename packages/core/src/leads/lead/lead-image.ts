import { type Image, imagesOf } from "@thaw/data/image";
import { LeadEntity } from "./lead.entity.ts";
import type { LeadRecord } from "./lead-record.ts";

export type LeadImage = Image<LeadRecord, "lead">;
export const readLeadImage = imagesOf<LeadRecord, "lead">(LeadEntity);
