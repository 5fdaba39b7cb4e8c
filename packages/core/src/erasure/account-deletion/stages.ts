import type { Eraser } from "../../kernel/erasure/declare.ts";
import { ERASING_STAGES, type ErasingStage } from "../../kernel/erasure/deletion-stage.schema.ts";
import { ACCOUNT_ERASURES } from "./of-account.ts";

const TURNS = ["first", undefined, "last"] as const;

/** What is deleted in each stage: each feature declares what of it goes with an account, and when (`erasedWithAccount`). */
export const ERASERS = Object.fromEntries(
  ERASING_STAGES.map((stage) => [
    stage,
    TURNS.flatMap((at) =>
      ACCOUNT_ERASURES.filter(({ stages, turn }) => turn === at && stages.includes(stage)),
    ).map(({ erase }) => erase),
  ]),
) as Record<ErasingStage, Eraser<number>[]>;
