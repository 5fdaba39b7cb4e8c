import { unmarshall } from "@aws-sdk/util-dynamodb";
import { readSessionImage } from "@thaw/core/accounts/session/session-image";
import { readUserImage } from "@thaw/core/accounts/user/user-image";
import { readThreadMessageImage } from "@thaw/core/inbox/thread/thread-message-image";
import { readLeadImage } from "@thaw/core/leads/lead/lead-image";
import { readEventImage } from "@thaw/core/reporting/event/event-image";
import type { AttributeValue } from "aws-lambda";

const READERS = {
  event: readEventImage,
  lead: readLeadImage,
  session: readSessionImage,
  threadMessage: readThreadMessageImage,
  user: readUserImage,
};

export type EntityName = keyof typeof READERS;
export type ImageOf<Entity extends EntityName> = ReturnType<(typeof READERS)[Entity]>;

/** A record's image as the stream brings it, typed by its entity. @throws where no subscriber knows the entity */
export function readImage(image: Record<string, AttributeValue>): ImageOf<EntityName> {
  const entity = entityOf(image);
  if (!(entity in READERS)) throw new Error(`Nobody reads images of ${entity}`);
  const item = unmarshall(image as Parameters<typeof unmarshall>[0]);
  return READERS[entity as EntityName](item);
}

/** ElectroDB keeps an item's entity in `__edb_e__`. */
export const entityOf = (image: Record<string, AttributeValue>): string => image.__edb_e__?.S ?? "";
