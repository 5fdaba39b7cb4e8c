import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { NOBODY } from "../../actor.ts";
import { login } from "./login.ts";
import { signUp } from "./sign-up.ts";

test("an account whose mail cannot be sent is kept, and no log holds its password or link [AUTH-22]", async () => {
  let mail = "";
  const ses = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      mail += chunk.toString();
    });
    request.on("end", () => {
      response.writeHead(400, { "x-amzn-errortype": "MessageRejected" });
      response.end(JSON.stringify({ message: "Address is not verified" }));
    });
  });
  await new Promise<void>((resolve) => ses.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(ses.address() as AddressInfo).port}`;
  const outputs = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(() => true),
  );
  const account = {
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    password: "canary-31337",
  };

  await expect(signUp(NOBODY, { ...account, terms_accepted: true })).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(await login(NOBODY, account)).toMatchObject({ user: { id: expect.any(Number) } });

  const uuid = /uuid=([0-9a-f-]{36})/.exec(mail)?.[1] ?? "";
  const lines = JSON.stringify(outputs.map((output) => output.mock.calls));
  expect(lines).toContain("could not be sent");
  expect(uuid).toHaveLength(36);
  for (const secret of ["canary-31337", uuid]) expect(lines).not.toContain(secret);
  for (const output of outputs) output.mockRestore();
  ses.close();
});
