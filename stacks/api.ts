import { Api, type Function as SstFunction, type StackContext, WebSocketApi } from "sst/constructs";
import { type FunctionName, app as manifest } from "../packages/core/src/manifest.ts";
import { SOCKET_STAGE } from "./edge.ts";
import { makeFunction } from "./function.ts";
import { settingsOf } from "./settings.ts";

/** What the outside reaches without a page: the HTTP API, tracking links, probes, and the websocket. */
export function api(context: StackContext) {
  const { stack, app } = context;
  const accessLog = { retention: settingsOf(app.stage).logRetention };
  const functions = new Map<FunctionName, SstFunction>();
  // Before those that call it.
  const secretFunction = makeFunction(context, manifest.secretFunction);
  functions.set(manifest.secretFunction, secretFunction);
  const once = (name: FunctionName) => {
    const made = functions.get(name) ?? makeFunction(context, name, { secretFunction });
    functions.set(name, made);
    return made;
  };
  const routes = Object.entries(manifest.routes).map(([route, name]) => [route, once(name)]);
  const http = new Api(stack, "http", {
    // Same origin: CloudFront routes these paths here.
    cors: false,
    accessLog,
    defaults: {
      throttle: { rate: manifest.throttle.http.perSecond, burst: manifest.throttle.http.burst },
    },
    routes: Object.fromEntries(routes),
  });
  const socket = new WebSocketApi(stack, "socket", {
    accessLog,
    cdk: {
      webSocketStage: {
        stageName: SOCKET_STAGE,
        autoDeploy: true,
        throttle: {
          rateLimit: manifest.throttle.websocket.perSecond,
          burstLimit: manifest.throttle.websocket.burst,
        },
      },
    },
  });
  // After the API that it posts to.
  const onSocket = makeFunction(context, manifest.websocket, { socket });
  functions.set(manifest.websocket, onSocket);
  socket.addRoutes(socket, {
    $connect: onSocket,
    $disconnect: onSocket,
    // Without it API Gateway drops what the function answers.
    $default: { function: onSocket, returnResponse: true },
  });
  stack.addOutputs({ ApiUrl: http.url, SocketUrl: socket.url });
  return { http, socket, functions, secretFunction };
}
