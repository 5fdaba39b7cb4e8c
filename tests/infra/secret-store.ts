import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Variables = Record<string, string>;
type Asked = { Path?: string; Names?: string[]; Name?: string; Value?: string };

/** Lambda's operations on one function (API version 2015-03-31). */
const FUNCTION = /^\/2015-03-31\/functions\/([^/]+)(\/configuration)?$/;

/** What stands in for the parameters of SSM and the functions of Lambda, on loopback, as far as secrets of a stage need them. */
export async function startSecretStore(parameters: Record<string, string>) {
  const functions: Record<string, Variables> = {};
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = "", method, headers } = request;
    const [, name = ""] = FUNCTION.exec(url) ?? [];
    const action = String(headers["x-amz-target"] ?? `${method} function`);
    const asked = (method === "GET" ? {} : await json(request)) as Asked & {
      Environment?: { Variables: Variables };
    };
    if (asked.Environment) functions[name] = asked.Environment.Variables;
    const answer = name
      ? { Configuration: { Environment: { Variables: functions[name] } } }
      : askSsm(parameters, action, asked);
    response.writeHead(answer ? 200 : 400, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(answer ?? { __type: "Offline", message: action }));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    parameters,
    /** The environment of each function. */
    functions,
    /** By which the SDK of AWS finds it. */
    environment: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: "offline",
      AWS_SECRET_ACCESS_KEY: "offline",
      AWS_REGION: "us-east-1",
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Undefined for an action that nobody needs here. */
function askSsm(parameters: Record<string, string>, action: string, asked: Asked) {
  const parameter = (Name: string) => ({ Name, Value: parameters[Name] });
  if (action === "AmazonSSM.GetParametersByPath") {
    const { Path = "" } = asked;
    const names = Object.keys(parameters).filter((name) => name.startsWith(Path));
    return { Parameters: names.map(parameter) };
  }
  if (action === "AmazonSSM.GetParameters") {
    const { Names = [] } = asked;
    return {
      Parameters: Names.filter((name) => name in parameters).map(parameter),
      InvalidParameters: Names.filter((name) => !(name in parameters)),
    };
  }
  if (action === "AmazonSSM.PutParameter") {
    const { Name = "", Value = "" } = asked;
    parameters[Name] = Value;
    return { Version: 1 };
  }
  return undefined;
}
