import { dirname } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { nodesOf, sourceFiles } from "../../../../../tests/support/source.ts";

/** Everyday work: the campaign, lead or label that it changes shows what was done, and when. */
const SHOWN_BY_ITS_RECORD = [
  "acceptConnection",
  "addLeads",
  "applyRemovalRequest",
  "approveStart",
  "cancelReply",
  "changeCampaignLeads",
  "changeTemplates",
  "completeTask",
  "createCampaign",
  "createCategory",
  "createFolder",
  "createSubsequence",
  "createTag",
  "createTemplate",
  "deleteCategory",
  "deleteFolder",
  "deleteTag",
  "deleteTemplate",
  "dismissRemovalRequest",
  "fillDemo",
  "markMessageSent",
  "markThread",
  "moveCampaignLead",
  "moveToLiveVersion",
  "pauseCampaign",
  "pauseCampaignLead",
  "reassignCampaignLeads",
  "refuseStart",
  "removeCampaignLead",
  "renameFolder",
  "reopenTask",
  "restoreTag",
  "resumeCampaignLead",
  "retryMessage",
  "retryReply",
  "saveSequence",
  "sendReply",
  "sendTestMail",
  "setAccountCategorisation",
  "setCampaignCategorisation",
  "setCategory",
  "setCondition",
  "startCampaign",
  "stopCampaignLead",
  "stopCompany",
  "undoStart",
  "unsubscribeAddress",
  "updateCampaign",
  "updateCategory",
  "updateMailbox",
  "updateTag",
  "updateTemplate",
  "withdrawStart",
];
/** They read, check or prepare, and change nothing of the account. */
const CHANGES_NOTHING = [
  "checkLaunch",
  "linkAttachment",
  "previewAddress",
  "previewCompany",
  "previewStep",
  "previewUnsubscribe",
  "refreshInbox",
  "startAssetUpload",
  "startAttachmentUpload",
  "startImageUpload",
  "startProfileUpload",
  "takeAsset",
  "takeAttachment",
  "takeSequenceImage",
];
/** A person's own surface: nobody else sees a difference, and nobody else may do it. */
const OF_ONESELF = [
  "answerOnboarding",
  "dismissHint",
  "endCelebration",
  "removeProfilePicture",
  "resetHints",
  "setProfilePicture",
];
/** Whoever got a mail, or looks at the product, acts on nothing of an account that its people could have done. */
const OF_VISITORS = ["enterDemo", "recordClick", "recordOpen", "setDemoSpeed", "unsubscribe"];

/**
 * What reads is named so (CONTRIBUTING.md, Names); everything else may write, whatever its permission is called: with `leads:read`
 * people start exports. A read that writes after all is caught by the second test.
 */
const READS = /^(?:get|list|find|count|search|explain)[A-Z]/;
const WRITES =
  /\b(?:commit|commitIfExpected|writeIfExpected|recordAct|enqueue)\(|\.(?:create|put|patch|update|upsert|delete|remove)\(/;

/** What they call writes the entry. */
const LOGGED_BELOW = ["clientLogin"];

/** Each operation of core that may write, and whether its noun's files write such an act in the log. */
type Found = { isLogged: boolean; code: string };

function operations(): Map<string, Found> {
  const files = [...sourceFiles("packages/core/src")];
  const logging = new Set(
    files.filter((file) => file.text.includes("recordAct(")).map(({ fileName }) => fileName),
  );
  const found = new Map<string, Found>();
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
      found.set(declaration.name.getText(), { isLogged, code: made.getText() });
    }
  }
  return found;
}

test("an operation that writes is in the activity log, or is known to need no entry", () => {
  const writing = [...operations()].filter(([name]) => !READS.test(name));
  expect(writing.length).toBeGreaterThan(180);
  const notLogged = writing.flatMap(([name, { isLogged }]) => (isLogged ? [] : [name]));
  expect(notLogged.toSorted()).toEqual(
    [
      ...SHOWN_BY_ITS_RECORD,
      ...CHANGES_NOTHING,
      ...OF_ONESELF,
      ...OF_VISITORS,
      ...LOGGED_BELOW,
    ].toSorted(),
  );
});

test("an operation that is named as one that reads writes nothing", () => {
  const reading = [...operations()].filter(([name]) => READS.test(name));
  expect(reading.length).toBeGreaterThan(60);
  const writing = reading.flatMap(([name, { code }]) => (WRITES.test(code) ? [name] : []));
  expect(writing).toEqual([]);
});
