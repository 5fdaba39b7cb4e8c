import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { nodesOf, sourceFiles } from "../../../../../tests/support/source.ts";
import { ACTIVITY_ACTIONS } from "./activity-log.schema.ts";

/** Everyday work: the campaign, lead or label that it changes shows what was done, and when. */
const SHOWN_BY_ITS_RECORD = [
  "acceptConnection",
  "addLeads",
  "addSuppression",
  "addSuppressionFile",
  "addSuppressions",
  "applyRemovalRequest",
  "approveStart",
  "archiveCampaign",
  "cancelReply",
  "changeCampaignLeads",
  "changeCampaigns",
  "changeTemplates",
  "completeTask",
  "confirmLinkedInAccount",
  "createCampaign",
  "createCategory",
  "createFolder",
  "createLeadImport",
  "createNote",
  "createReminder",
  "createSubsequence",
  "createTag",
  "createTask",
  "createTemplate",
  "deleteCategory",
  "deleteFolder",
  "deleteNote",
  "deleteReminder",
  "deleteTag",
  "deleteTask",
  "deleteTemplate",
  "dismissReminder",
  "dismissRemovalRequest",
  "duplicateCampaign",
  "fillDemo",
  "loseLinkedInAccount",
  "markMessageSent",
  "markThread",
  "moveCampaignLead",
  "moveToLiveVersion",
  "pauseCampaign",
  "pauseCampaignLead",
  "reassignCampaignLeads",
  "reconnectLinkedInAccount",
  "refuseStart",
  "removeCampaignLead",
  "renameFolder",
  "reopenTask",
  "restoreNote",
  "restoreTag",
  "restoreTask",
  "resumeCampaignLead",
  "retryLeadImport",
  "retryMessage",
  "retryReply",
  "saveLead",
  "saveReminder",
  "saveSequence",
  "saveTask",
  "sendReply",
  "sendTestMail",
  "setAccountCategorisation",
  "setCampaignCategorisation",
  "setCategory",
  "setCondition",
  "signUp",
  "startCampaign",
  "stopCampaign",
  "stopCampaignLead",
  "stopCompany",
  "unarchiveCampaign",
  "undoStart",
  "unsubscribeAddress",
  "updateCampaign",
  "updateCategory",
  "updateLead",
  "updateMailbox",
  "updateNote",
  "updateReminder",
  "updateTag",
  "updateTask",
  "updateTemplate",
  "withdrawStart",
];
/** They read, check or prepare, and change nothing of the account. */
const CHANGES_NOTHING = [
  "checkLaunch",
  "checkLinkedInAccount",
  "checkTrackingDomain",
  "checkWhiteLabelDomain",
  "createRealtimeTicket",
  "linkAttachment",
  "previewAddress",
  "previewCompany",
  "previewLeadImport",
  "previewStep",
  "previewUnsubscribe",
  "refreshInbox",
  "startAssetUpload",
  "startAttachmentUpload",
  "startImageUpload",
  "startLeadUpload",
  "startProfileUpload",
  "takeAsset",
  "takeAttachment",
  "takeSequenceImage",
  "writeWithAi",
];
/** A person's own surface: nobody else sees a difference, and nobody else may do it. */
const OF_ONESELF = [
  "answerOnboarding",
  "createUnsubscribeToken",
  "endCelebration",
  "endSession",
  "logout",
  "removeProfilePicture",
  "renamePasskey",
  "revokeOtherSessions",
  "setProfilePicture",
  "showTrialOffer",
];
/** Someone who got a mail, or looks at the product, acts on nothing of an account that its people could have done. */
const OF_VISITORS = ["enterDemo", "recordClick", "recordOpen", "setDemoSpeed", "unsubscribe"];

/**
 * What reads is named so (CONTRIBUTING.md, Names); everything else may write, whatever its permission is called: with `leads:read`
 * people start exports. A read that writes after all is caught by the second test.
 */
const READS = /^(?:get|list|find|count|search|explain)[A-Z]/;
const WRITES =
  /\b(?:commit|commitIfExpected|writeIfExpected|recordAct|enqueue)\(|\.(?:create|put|patch|update|upsert|delete|remove)\(/;

/** They begin what another operation or a worker completes, and that writes the entry. */
const LOGGED_LATER = [
  "beginOidc",
  "beginOidcLink",
  "beginPasskey",
  "beginPasskeySignIn",
  "changeEmail",
  "createLeadExport",
  "forgotPassword",
  "regenerateCode",
  "requestBlockListDeletion",
  "requestLeadDeletion",
  "requestMagicLink",
  "resendVerification",
];

/** A declaration at the top of a file of core. `calls` has the declarations that it names, as `file#name`. */
type Declared = { name: string; code: string; isOperation: boolean; calls: ReadonlySet<string> };

const LOG = "packages/core/src/accounts/activity-log/record-act.ts#recordAct";

function importsOf(file: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const { importClause, moduleSpecifier } of nodesOf(file, ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) continue;
    const from = join(dirname(file.fileName), moduleSpecifier.text);
    for (const { name, propertyName = name } of bindings.elements) {
      found.set(name.text, `${from}#${propertyName.text}`);
    }
  }
  return found;
}

const isOperation = (node: ts.Node) =>
  ts.isVariableDeclaration(node) &&
  node.initializer !== undefined &&
  ts.isCallExpression(node.initializer) &&
  node.initializer.expression.getText() === "operation";

function declarationsOf(file: ts.SourceFile): [key: string, Declared][] {
  const imported = importsOf(file);
  const declared = file.statements.flatMap((statement): ts.NamedDeclaration[] => {
    if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations];
    return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
      ? [statement]
      : [];
  });
  return declared.map((node) => {
    const name = node.name?.getText() ?? "";
    const names = new Set<string>();
    const look = (inner: ts.Node): void => {
      if (ts.isIdentifier(inner)) names.add(inner.text);
      // What a member is called is no name of the file.
      if (ts.isPropertyAccessExpression(inner)) look(inner.expression);
      else ts.forEachChild(inner, look);
    };
    look(node);
    const calls = new Set(
      [...names].map((each) => imported.get(each) ?? `${file.fileName}#${each}`),
    );
    const key = `${file.fileName}#${name}`;
    return [key, { name, code: node.getText(), isOperation: isOperation(node), calls }];
  });
}

const declarations = new Map(
  [...sourceFiles("packages/core/src")].flatMap((file) => declarationsOf(file)),
);

/** Whether a declaration, or one that it calls, writes an entry of the log. */
function isLogged(key: string, seen = new Set<string>()): boolean {
  if (key === LOG) return true;
  if (seen.has(key)) return false;
  seen.add(key);
  return [...(declarations.get(key)?.calls ?? [])].some((called) => isLogged(called, seen));
}

/** Each operation of core, and whether it writes an act in the log. */
const operations = new Map(
  [...declarations].flatMap(([key, { name, code, ...its }]) =>
    its.isOperation ? [[name, { code, isLogged: isLogged(key) }] as const] : [],
  ),
);

test("an operation that writes is in the activity log, or is known to need no entry", () => {
  const writing = [...operations].filter(([name]) => !READS.test(name));
  expect(writing.length).toBeGreaterThan(180);
  const notLogged = writing.flatMap(([name, { isLogged }]) => (isLogged ? [] : [name]));
  expect(notLogged.toSorted()).toEqual(
    [
      ...SHOWN_BY_ITS_RECORD,
      ...CHANGES_NOTHING,
      ...OF_ONESELF,
      ...OF_VISITORS,
      ...LOGGED_LATER,
    ].toSorted(),
  );
});

test("an operation that is named as one that reads writes nothing", () => {
  const reading = [...operations].filter(([name]) => READS.test(name));
  expect(reading.length).toBeGreaterThan(60);
  const writing = reading.flatMap(([name, { code }]) => (WRITES.test(code) ? [name] : []));
  expect(writing).toEqual([]);
});

test("each act that the log knows is written by some code", () => {
  const written = new Set(
    [...sourceFiles("packages/core/src")]
      .filter(({ fileName }) => !fileName.endsWith(".schema.ts"))
      .flatMap((file) => nodesOf(file, ts.isStringLiteral).map(({ text }) => text)),
  );
  expect(ACTIVITY_ACTIONS.filter((action) => !written.has(action))).toEqual([]);
});
