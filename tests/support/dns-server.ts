import { createSocket } from "node:dgram";
import { once } from "node:events";

const A = 1;
const CNAME = 5;
const MX = 15;
const TXT = 16;
const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** A name as labels with their lengths before them (RFC 1035 3.1). */
const encodeName = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** The name and type of the only question and where it ends. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

const record = (type: number, data: Buffer) => {
  const header = Buffer.alloc(12);
  // The name of the question, its type, class IN, an hour to live.
  header.writeUInt16BE(0xc00c, 0);
  header.writeUInt16BE(type, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt32BE(3600, 6);
  header.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, data]);
};

const ADDRESS = /^[\d.]+$/;

/** Of what there is at a name, an address answers a question for addresses alone. */
const answering = (type: number, content: string) =>
  type === TXT || ADDRESS.test(content) === (type === A);

const exchange = (host: string, priority: number) =>
  record(MX, Buffer.concat([Buffer.from([priority >> 8, priority & 0xff]), encodeName(host)]));

const text = (content: string) =>
  record(TXT, Buffer.from([content.length, ...Buffer.from(content)]));

/**
 * A name server on this machine (RFC 1035) that knows the mail hosts of some domains, preferred ones first, what hosts are
 * another name of, the addresses (IPv4) or the texts at a name. `null`: it fails.
 *
 * @returns `address` for a resolver, and the names that it was asked for
 */
export async function startDnsServer(domains: Record<string, readonly string[] | null>) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const hosts = domains[name]?.filter((each) => answering(type, each)) ?? domains[name];
    const code = hosts ? NO_ERROR : hosts === null ? SERVER_FAILURE : NO_SUCH_NAME;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 + code, 2);
    header.writeUInt16BE(hosts?.length ?? 0, 6);
    header.writeUInt32BE(0, 8);
    // The least preferred first: their order in an answer means nothing.
    const records = (hosts ?? [])
      .map((host, at) => {
        if (type === TXT) return text(host);
        if (type === A) return record(A, Buffer.from(host.split(".").map(Number)));
        return type === CNAME ? record(CNAME, encodeName(host)) : exchange(host, (at + 1) * 10);
      })
      .reverse();
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...records]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
}
