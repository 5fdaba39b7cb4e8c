import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import { parse as parseInput } from "@thaw/core/operation";
import { boundText, issueText } from "@thaw/text/issue-text";
import { DEFAULT_LOCALE, type Locale } from "@thaw/text/locale";
import { keysOf, renderError } from "@thaw/text/render";
import { say } from "@thaw/text/say";
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
      v.string(issueText("queryMissing")),
      v.maxLength(50_000, boundText("queryTooLong")),
    ),
    variables: v.optional(v.nullable(Fields)),
    operationName: v.optional(v.nullable(v.string())),
  },
  issueText("querySend"),
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
export function prepare(
  raw: unknown,
  locale: Locale = DEFAULT_LOCALE,
): Prepared | { errors: GraphQLFormattedError[] } {
  let request: GraphqlRequest;
  let document: DocumentNode;
  try {
    request = parseInput(GraphqlRequest, raw);
    document = parse(request.query, { maxTokens: MAX_TOKENS });
    const wrong = validate(schema, document, undefined, { maxErrors: MAX_ERRORS });
    if (wrong.length > 0) return { errors: wrong.map((one) => format(one, locale)) };
    refuseTooLarge(document);
  } catch (error) {
    return { errors: [format(error, locale)] };
  }
  const { variables, operationName } = request;
  const operation = getOperationAST(document, operationName);
  if (!operation)
    return { errors: [format(new GraphQLError("Name one of the operations"), locale)] };
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
        ...(errors ? { errors: errors.map((one) => format(one, locale)) } : {}),
      };
    },
  };
}

/** An error in the house's shape, under `extensions`; what was not meant for the caller is logged and not told. */
export function format(error: unknown, locale: Locale = DEFAULT_LOCALE): GraphQLFormattedError {
  if (error instanceof AppError) return inHouse(locale, error, {});
  if (!(error instanceof GraphQLError)) return inHouse(locale, bug(error), {});
  const { message, locations, path, originalError } = error;
  const position = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (originalError instanceof AppError) return inHouse(locale, originalError, position);
  if (originalError && !(originalError instanceof GraphQLError)) {
    return inHouse(locale, bug(originalError), position);
  }
  return { message, ...position, extensions: { code: "invalid", status: 400 } };
}

type HouseError = Pick<AppError, "text" | "fields"> & { code: string; status: number };

function inHouse(
  locale: Locale,
  error: HouseError,
  position: Partial<GraphQLFormattedError>,
): GraphQLFormattedError {
  const { code, status } = error;
  const { message, fields } = renderError(locale, error);
  const said = { ...(fields ? { fields } : {}), ...keysOf(error) };
  return { message, ...position, extensions: { code, status, ...said } };
}

function bug(error: unknown): HouseError {
  log.error("A GraphQL request failed", { error });
  return { text: say("request.fault"), code: "internal", status: 500, fields: undefined };
}
