import type { Resource } from "./synth.ts";

type Resources = Readonly<Record<string, Resource>>;

const stackOf = (path: string) => path.split("/")[0] ?? "";

/** The stacks of a stage. */
export const stacksOf = (resources: Resources) => [...new Set(Object.keys(resources).map(stackOf))];

/** What a resource is called by the template; undefined where CloudFormation makes a name up. */
function fixedName({ Type, Properties }: Resource): string | undefined {
  const kind = Type.split("::").at(-1) ?? "";
  const given = Properties.Name ?? Properties[`${kind}Name`] ?? Properties[`${kind}Config`]?.Name;
  return given === undefined ? undefined : `${Type} ${JSON.stringify(given)}`;
}

const isProtected = ({ Properties }: Resource) => Properties.DeletionProtectionEnabled === true;

/**
 * What is left in the account when everything of a stack has been made but its last resource, and CloudFormation rolls its
 * creation back: what is to be kept, and what refuses to be deleted. RetainExceptOnCreate is no reason to keep it here.
 */
function leftByFailedCreation(resources: Resources, stack: string): Resource[] {
  return Object.entries(resources)
    .filter(([path]) => stackOf(path) === stack)
    .map(([, resource]) => resource)
    .filter((resource) => resource.DeletionPolicy === "Retain" || isProtected(resource));
}

/** What stands in the way when a stack whose first creation failed is created once more: SST deletes it and begins anew. */
export function inTheWay(resources: Resources, stack: string): string[] {
  const taken = leftByFailedCreation(resources, stack).map(fixedName);
  return taken.filter((name) => name !== undefined);
}

/** What is left when every stack of a stage has been deleted. */
export function leftByRemoval(resources: Resources): Record<string, Resource> {
  const kept = Object.entries(resources).filter(([, { Type, DeletionPolicy }]) =>
    DeletionPolicy === undefined ? SNAPSHOT.has(Type) : DeletionPolicy !== "Delete",
  );
  return Object.fromEntries(kept);
}

/** CloudFormation keeps a snapshot of these where the template says nothing. */
const SNAPSHOT = new Set(["AWS::RDS::DBCluster", "AWS::RDS::DBInstance"]);

/** What keeps data, by its type: the bucket of files is the only bucket of it. */
const DATA = {
  "AWS::DynamoDB::Table": "the table",
  "AWS::KMS::Key": "the key",
  "AWS::S3::Bucket": "the bucket of files",
} as const;

const dataOf = (path: string, { Type }: Resource): string | undefined =>
  Type === "AWS::S3::Bucket" && !path.includes("filesBucket")
    ? undefined
    : DATA[Type as keyof typeof DATA];

/** What is wrong with how a permanent stage is removed: data that is lost, and whatever else is kept. */
export function faultsOfRemoval(resources: Resources): string[] {
  const all = Object.entries(resources);
  const left = new Set(Object.keys(leftByRemoval(resources)));
  const missing = Object.values(DATA).filter(
    (name) => all.filter(([path, each]) => dataOf(path, each) === name).length !== 1,
  );
  return [
    ...missing.map((name) => `${name} is not there once`),
    ...all.flatMap(([path, each]) => {
      const name = dataOf(path, each);
      if (name !== undefined) return faultsOfData(name, each, left.has(path));
      return left.has(path) ? [`${each.Type} is kept`] : [];
    }),
    ...all.flatMap(([, each]) => emptiedBy(each)),
    ...stacksOf(resources).flatMap((stack) =>
      inTheWay(resources, stack).map((each) => `${each} is in the way`),
    ),
  ];
}

function faultsOfData(name: string, resource: Resource, isLeft: boolean): string[] {
  const { Type, Properties, DeletionPolicy, UpdateReplacePolicy } = resource;
  const isTable = Type === "AWS::DynamoDB::Table";
  const recovery = Properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled;
  return [
    isLeft ? "" : "is lost with its stage",
    isLeft && DeletionPolicy !== "RetainExceptOnCreate" ? "is in the way of a second attempt" : "",
    UpdateReplacePolicy === "Retain" ? "" : "is lost when it is replaced",
    isTable && !isProtected(resource) ? "can be deleted" : "",
    isTable && recovery !== true ? "cannot be restored" : "",
  ].flatMap((fault) => (fault ? [`${name} ${fault}`] : []));
}

const emptiedBy = ({ Type, Properties }: Resource): string[] =>
  Type === "Custom::S3AutoDeleteObjects" && /files/.test(JSON.stringify(Properties))
    ? ["the bucket of files is emptied"]
    : [];
