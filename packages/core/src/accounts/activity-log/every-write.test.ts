import { dirname } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { nodesOf, sourceFiles } from "../../../../../tests/support/source.ts";

/** Everyday work: the campaign, lead or label that it changes shows what was done, and when. */
const SHOWN_BY_ITS_RECORD = [
  "addLeads",
  "changeCampaignLeads",
  "changeTemplates",
  "checkTrackingDomain",
  "createCampaign",
  "createFolder",
  "createLeadImport",
  "createSubsequence",
  "createTemplate",
  "deleteCategory",
  "deleteFolder",
  "deleteTag",
  "deleteTemplate",
  "fillDemo",
  "markMessageSent",
  "moveCampaignLead",
  "moveToLiveVersion",
  "pauseCampaign",
  "pauseCampaignLead",
  "reassignCampaignLeads",
  "removeCampaignLead",
  "renameFolder",
  "restoreTag",
  "resumeCampaignLead",
  "retryLeadImport",
  "retryMessage",
  "saveSequence",
  "sendTestMail",
  "setAccountCategorisation",
  "setCampaignCategorisation",
  "setCondition",
  "startCampaign",
  "stopCampaignLead",
  "stopCompany",
  "undoStart",
  "unsubscribeAddress",
  "updateCampaign",
  "updateCategory",
  "updateTag",
  "updateTemplate",
  "withdrawStart",
];
/** They read, check or prepare, and change nothing of the account. */
const CHANGES_NOTHING = [
  "listActivity",
  "previewLeadImport",
  "startAssetUpload",
  "startAttachmentUpload",
  "startImageUpload",
  "startLeadUpload",
  "takeAsset",
  "takeAttachment",
  "takeSequenceImage",
  "writeWithAi",
];
/** Settings and connections: an entry of theirs would help whoever looks for a change, and there is none yet. */
const WITHOUT_AN_ENTRY = [
  "connectMailbox",
  "reconnectMailbox",
  "removeTrackingDomain",
  "setApprovalSetting",
  "setTrackingDomain",
  "updateAiSettings",
  "updateMailbox",
];

/** Each operation of core that needs a permission to write, and whether its noun's files write such an act in the log. */
function writingOperations(): Map<string, boolean> {
  const files = [...sourceFiles("packages/core/src")];
  const logging = new Set(
    files.filter((file) => file.text.includes("recordAct(")).map(({ fileName }) => fileName),
  );
  const found = new Map<string, boolean>();
  for (const file of files) {
    const imported = nodesOf(file, ts.isImportDeclaration).map(({ moduleSpecifier }) =>
      new URL(
        moduleSpecifier.getText().slice(1, -1),
        `file:///${dirname(file.fileName)}/`,
      ).pathname.slice(1),
    );
    const isLogged = [file.fileName, ...imported].some((name) => logging.has(name));
    for (const declaration of nodesOf(file, ts.isVariableDeclaration)) {
      const made = declaration.initializer;
      if (!made || !ts.isCallExpression(made) || made.expression.getText() !== "operation")
        continue;
      if (!/permission: "\w+:write"/.test(made.getText())) continue;
      found.set(declaration.name.getText(), isLogged);
    }
  }
  return found;
}

test("an operation that writes is in the activity log, or is known to need no entry", () => {
  const operations = writingOperations();
  expect(operations.size).toBeGreaterThan(100);
  const notLogged = [...operations].flatMap(([name, isLogged]) => (isLogged ? [] : [name]));
  expect(notLogged.toSorted()).toEqual(
    [...SHOWN_BY_ITS_RECORD, ...CHANGES_NOTHING, ...WITHOUT_AN_ENTRY].toSorted(),
  );
});
