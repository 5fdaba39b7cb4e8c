import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import { parse as parseInput } from "@thaw/core/operation";
import {
  buildSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  type OperationTypeNode,
  parse,
  validate,
} from "graphql";
import * as v from "valibot";
import { MAX_TOKENS, refuseTooLarge } from "./limits.ts";
import { type GraphqlContext, RESOLVERS } from "./resolvers.ts";
import { TYPE_DEFINITIONS } from "./type-definitions.ts";

const schema = buildSchema(TYPE_DEFINITIONS);
for (const [type, fields] of Object.entries(RESOLVERS)) {
  const known = schema.getType(type);
  if (!known || !("getFields" in known)) throw new Error(`The schema has no type ${type}`);
  for (const [name, resolve] of Object.entries(fields)) {
    const field = known.getFields()[name];
    if (!field || !("args" in field)) throw new Error(`${type} has no field ${name}`);
    field.resolve = (_root, args, context) => resolve(args as never, context as GraphqlContext);
  }
}

const Fields = v.record(v.string(), v.unknown());
/** One question, as it comes by HTTP or by a websocket. */
export const GraphqlRequest = v.object(
  {
    query: v.pipe(
      v.string("Send a query"),
      v.maxLength(50_000, "A query has at most 50,000 characters"),
    ),
    variables: v.optional(v.nullable(Fields)),
    operationName: v.optional(v.nullable(v.string())),
  },
  "Send a query as JSON: {query, variables, operationName}",
);
export type GraphqlRequest = v.InferOutput<typeof GraphqlRequest>;

export type Answer = {
  data?: Record<string, unknown> | null | undefined;
  errors?: GraphQLFormattedError[];
};
export type Prepared = {
  kind: OperationTypeNode;
  run: (context: GraphqlContext) => Promise<Answer>;
};

const MAX_ERRORS = 20;

/** Reads a question and checks it against the schema and the limits. Nothing of it has been done when it has errors. */
export function prepare(raw: unknown): Prepared | { errors: GraphQLFormattedError[] } {
  let request: GraphqlRequest;
  let document: DocumentNode;
  try {
    request = parseInput(GraphqlRequest, raw);
    document = parse(request.query, { maxTokens: MAX_TOKENS });
    const wrong = validate(schema, document, undefined, { maxErrors: MAX_ERRORS });
    if (wrong.length > 0) return { errors: wrong.map(format) };
    refuseTooLarge(document);
  } catch (error) {
    return { errors: [format(error)] };
  }
  const { variables, operationName } = request;
  const operation = getOperationAST(document, operationName);
  if (!operation) return { errors: [format(new GraphQLError("Name one of the operations"))] };
  return {
    kind: operation.operation,
    async run(context) {
      const { data, errors } = await execute({
        schema,
        document,
        contextValue: context,
        ...(variables ? { variableValues: variables } : {}),
        ...(operationName ? { operationName } : {}),
      });
      const isNothing = data === undefined;
      return {
        ...(isNothing ? {} : { data }),
        ...(errors ? { errors: errors.map(format) } : {}),
      };
    },
  };
}

/** An error in the house's shape, under `extensions`; what was not meant for the caller is logged and not told. */
export function format(error: unknown): GraphQLFormattedError {
  if (error instanceof AppError) return inHouse(error, {});
  if (!(error instanceof GraphQLError)) return inHouse(bug(error), {});
  const { message, locations, path, originalError } = error;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (originalError instanceof AppError) return inHouse(originalError, place);
  if (originalError && !(originalError instanceof GraphQLError)) {
    return inHouse(bug(originalError), place);
  }
  return { message, ...place, extensions: { code: "invalid", status: 400 } };
}

type HouseError = Pick<AppError, "message" | "fields"> & { code: string; status: number };

function inHouse(error: HouseError, place: Partial<GraphQLFormattedError>): GraphQLFormattedError {
  const { message, code, status, fields } = error;
  return { message, ...place, extensions: { code, status, ...(fields ? { fields } : {}) } };
}

function bug(error: unknown): HouseError {
  log.error("A GraphQL request failed", { error });
  const message = "The API encountered an issue. Please try again later.";
  return { message, code: "internal", status: 500, fields: undefined };
}
