// In place of node:http, which as a module is read whole for an import: one of its exports brings in Node's second client
// for HTTP, for more of a cold start than all of ElectroDB.
const http = process.getBuiltinModule("node:http");
export const { Agent, request } = http;
export default http;
