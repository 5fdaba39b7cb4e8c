import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from "graphql";

/** Of a document, before it is parsed further. */
export const MAX_TOKENS = 2_000;
const MAX_DEPTH = 8;
/** The questions that tools ask about the schema are deeper and cost no reads. */
const MAX_DEPTH_OF_SCHEMA = 20;
/** Each may be a read of the table. */
const MAX_ROOT_FIELDS = 10;
const MAX_FIELDS = 500;

type Size = { depth: number; fields: number };

/**
 * Refuses what would be too much work, with fragments counted wherever they are spread.
 *
 * @param document valid: without circles of fragments
 * @throws GraphQLError
 */
export function refuseTooLarge(document: DocumentNode): void {
  const sizes = measure(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const roots = flatten(definition.selectionSet, sizes.fragments);
    if (roots.length > MAX_ROOT_FIELDS) {
      throw new GraphQLError(`Ask for at most ${MAX_ROOT_FIELDS} things at once`);
    }
    for (const root of roots) {
      const { depth, fields } = sizes.of(root.selectionSet);
      const most = root.name.startsWith("__") ? MAX_DEPTH_OF_SCHEMA : MAX_DEPTH;
      if (depth + 1 > most) throw new GraphQLError(`Nest at most ${most} levels`);
      if (fields > MAX_FIELDS) throw new GraphQLError(`Ask for at most ${MAX_FIELDS} fields`);
    }
  }
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Field = { name: string; selectionSet: SelectionSetNode | undefined };

/** The fields of a selection, those of its fragments among them; no more than tell that there are too many. */
function flatten({ selections }: SelectionSetNode, fragments: Fragments): Field[] {
  const found: Field[] = [];
  for (const selection of selections) {
    if (found.length > MAX_ROOT_FIELDS) return found;
    if (selection.kind === Kind.FIELD) {
      found.push({ name: selection.name.value, selectionSet: selection.selectionSet });
      continue;
    }
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragments.get(selection.name.value)?.selectionSet;
    if (inner) found.push(...flatten(inner, fragments));
  }
  return found;
}

/** Sizes of selections; each fragment is measured once, however often it is spread. */
function measure({ definitions }: DocumentNode) {
  const fragments: Fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
  const known = new Map<SelectionSetNode, Size>();
  const of = (set: SelectionSetNode | undefined): Size => {
    if (!set) return { depth: 0, fields: 0 };
    const before = known.get(set);
    if (before) return before;
    const size: Size = { depth: 0, fields: 0 };
    for (const selection of set.selections) {
      const isField = selection.kind === Kind.FIELD;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? of(fragments.get(selection.name.value)?.selectionSet)
          : of(selection.selectionSet);
      size.depth = Math.max(size.depth, inner.depth + (isField ? 1 : 0));
      size.fields += inner.fields + (isField ? 1 : 0);
    }
    known.set(set, size);
    return size;
  };
  return { fragments, of };
}
