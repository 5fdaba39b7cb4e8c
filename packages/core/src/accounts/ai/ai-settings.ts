import { writeIfExpected } from "@thaw/data/condition";
import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { config } from "../../config.ts";
import { AppError } from "../../error.ts";
import { encryptSecret, openRenewed } from "../../kernel/secret/secret.ts";
import { operation } from "../../operation.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { AiSettings, UpdateAiSettings } from "./ai.schema.ts";
import { AiSettingsEntity } from "./ai-settings.entity.ts";
import { chatEndpoint, type LanguageModel } from "./language-model.ts";

const SHOWN = 4;

// A secret belongs to an account, a mailbox and a field; this one is of no mailbox.
const slotOf = (accountId: number) => ({ accountId, mailboxId: 0, field: "ai-key" });

async function readRecord(accountId: number) {
  const { data } = await AiSettingsEntity.get({ accountId }).go({ consistent: true });
  return data ?? undefined;
}

async function readSettings(accountId: number): Promise<AiSettings> {
  const record = await readRecord(accountId);
  const models = config.aiModels();
  return {
    models,
    model: chosenModel(record?.model),
    is_available: record?.sealedKey !== undefined || config.aiKey() !== undefined,
    ...(record?.keyEnd === undefined ? {} : { key_masked: `…${record.keyEnd}` }),
  };
}

/** The operator may have taken a model out of the list since it was chosen. */
function chosenModel(chosen: string | undefined): string {
  const models = config.aiModels();
  const [first = ""] = models;
  return chosen !== undefined && models.includes(chosen) ? chosen : first;
}

export const getAiSettings = operation({
  permission: "account:read",
  input: v.object({}),
  output: AiSettings,
  run: ({ accountId }) => readSettings(accountId),
});

/** Chooses the account's model, and sets or takes away its own key. The key is never given back. */
export const updateAiSettings = operation({
  permission: "account:write",
  input: UpdateAiSettings,
  output: AiSettings,
  async run(actor, { model, removes_key, secret_key: key }) {
    const { accountId } = actor;
    if (model !== undefined) refuseUnknownModel(model);
    const update = AiSettingsEntity.update({ accountId });
    if (removes_key || key === "") update.remove(["sealedKey", "keyEnd"]);
    const change = update.set({
      ...(model === undefined ? {} : { model }),
      ...(key && !removes_key ? await sealedKey(accountId, key) : {}),
    });
    await commit([change, recordAct(actor, { action: "ai_settings_changed" })]);
    return readSettings(accountId);
  },
});

const sealedKey = async (accountId: number, key: string) => ({
  sealedKey: await encryptSecret(key, slotOf(accountId)),
  keyEnd: key.slice(-SHOWN),
});

/** @throws AppError invalid */
export function refuseUnknownModel(model: string): void {
  if (config.aiModels().includes(model)) return;
  throw AppError.at("invalid", "model", "ai.modelUnknown");
}

/** The account's language model, with its own key before the platform's; undefined where there is no key. */
export async function findLanguageModel(
  accountId: number,
): Promise<{ languageModel: LanguageModel; model: string } | undefined> {
  const record = await readRecord(accountId);
  const key = record?.sealedKey ? await openKey(accountId, record.sealedKey) : config.aiKey();
  if (key === undefined) return undefined;
  const languageModel = chatEndpoint({ baseUrl: config.aiBaseUrl(), key });
  return { languageModel, model: chosenModel(record?.model) };
}

const openKey = (accountId: number, before: string): Promise<string> =>
  openRenewed(before, slotOf(accountId), (sealedKey) =>
    writeIfExpected(
      AiSettingsEntity.patch({ accountId })
        .set({ sealedKey })
        .where((row, op) => op.eq(row.sealedKey, before)),
    ),
  );
