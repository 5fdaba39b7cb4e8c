import { expect, test } from "vitest";
import { checkMailPort, type HostError, resolveHost } from "./resolve-host.ts";

async function refusal(host: string, lookup?: (name: string) => Promise<string[]>) {
  const error = await resolveHost(host, lookup ? { lookup } : {}).then(
    () => undefined,
    (reason: HostError) => reason,
  );
  return error?.code;
}

test.each([
  "169.254.169.254",
  "::1",
  "[::1]",
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "2130706433",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "::ffff:8.8.8.8",
  "::127.0.0.1",
  "::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "2001:0:a9fe:a9fe::1",
  "::",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "fec0::1",
  "ff02::1",
  "100::1",
  "2001:db8::1",
  "4000::1",
])("the address %s is refused as not public", async (address) => {
  expect(await refusal(address)).toBe("host_private");
  expect(await refusal("mail.example.com", async () => [address])).toBe("host_private");
});

test.each(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001:830::200e"])(
  "the public address %s is accepted",
  async (address) => {
    expect(await resolveHost(address)).toEqual({ ip: address });
  },
);

test("one private address among public ones refuses the name", async () => {
  expect(await refusal("mail.example.com", async () => ["8.8.8.8", "10.0.0.1"])).toBe(
    "host_private",
  );
});

test("a name that changes its answer is looked up once and its first answer is the one to connect to", async () => {
  const answers = [["8.8.8.8"], ["169.254.169.254"]];
  const asked: string[] = [];
  const resolved = await resolveHost("Rebind.Example.com.", {
    lookup: async (name) => {
      asked.push(name);
      return answers.shift() ?? [];
    },
  });
  expect(resolved).toEqual({ ip: "8.8.8.8", servername: "rebind.example.com" });
  expect(asked).toEqual(["rebind.example.com"]);
});

test("IPv4 is preferred where a name has both kinds of address", async () => {
  const lookup = async () => ["2606:4700::1111", "8.8.8.8"];
  expect((await resolveHost("mail.example.com", { lookup })).ip).toBe("8.8.8.8");
});

test.each([
  "",
  " ",
  "mail example.com",
  "mail.example.com:25",
  "http://mail.example.com",
  "user@mail.example.com",
  "-mail.example.com",
  "1.2.3.4.5",
  "mail.0x7f",
  "999999999999",
  "fe80::1%eth0\n",
  "a".repeat(300),
])("%j is not the name of a server", async (host) => {
  expect(await refusal(host, async () => ["8.8.8.8"])).toMatch(/^host_(invalid|private)$/);
});

test("a name in another script is looked up in its ASCII form", async () => {
  const lookup = async (name: string) => (name === "xn--bcher-kva.example" ? ["8.8.8.8"] : []);
  const resolved = await resolveHost("bücher.example", { lookup });
  expect(resolved.servername).toBe("xn--bcher-kva.example");
});

test("digits in another script are an address too", async () => {
  expect(await refusal("１２７.0.0.1")).toBe("host_private");
});

test("a name without an address, an unknown name and a silent resolver are distinguished", async () => {
  expect(await refusal("mail.example.com", async () => [])).toBe("host_not_found");
  const unknown = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
  expect(await refusal("mail.example.com", () => Promise.reject(unknown))).toBe("host_not_found");
  const busy = Object.assign(new Error("getaddrinfo"), { code: "EAI_AGAIN" });
  expect(await refusal("mail.example.com", () => Promise.reject(busy))).toBe("host_timeout");
  const silent = resolveHost("mail.example.com", {
    lookup: () => new Promise(() => undefined),
    timeoutMs: 5,
  });
  await expect(silent).rejects.toMatchObject({ code: "host_timeout" });
});

test("the system's resolver is used and localhost is refused", async () => {
  expect(await refusal("localhost")).toBe("host_private");
  const allowed = await resolveHost("localhost", { allowPrivate: true });
  expect(allowed).toEqual({ ip: "127.0.0.1", servername: "localhost" });
});

test("an operator who allows private hosts gets the address in its plain form", async () => {
  expect(await resolveHost("127.1", { allowPrivate: true })).toEqual({ ip: "127.0.0.1" });
});

test("only mail ports are allowed, unless private hosts are", () => {
  for (const port of [25, 465, 587, 2525, 143, 993])
    expect(() => checkMailPort(port)).not.toThrow();
  for (const port of [22, 80, 443, 6379, 11211, 0, 70_000]) {
    expect(() => checkMailPort(port)).toThrow(/not a mail port/);
  }
  expect(() => checkMailPort(12_025, true)).not.toThrow();
  expect(() => checkMailPort(70_000, true)).toThrow();
});

test("where only this machine may be used, every other address is refused, a private one too", async () => {
  const rules = { allowPrivate: true, onlyLoopback: true };
  expect(await resolveHost("127.0.0.1", rules)).toEqual({ ip: "127.0.0.1" });
  for (const host of ["8.8.8.8", "10.0.0.1", "mail.example.com"]) {
    const lookup = async () => ["93.184.216.34"];
    await expect(resolveHost(host, { ...rules, lookup })).rejects.toMatchObject({
      code: "host_elsewhere",
    });
  }
});
