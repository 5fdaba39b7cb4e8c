import type { LoaderFunction } from "@remix-run/node";
import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import { logContext } from "@thaw/core/log-context";
import { expect, test, vi } from "vitest";
import { startCloud } from "../tests/support/cloud.ts";
import type { Build } from "./screens.ts";
import { site } from "./site.ts";

vi.stubEnv("PROVIDER_HOSTS", "inside,mail.agency.example");

/** A build of one resource route. */
function serve(loader: LoaderFunction) {
  const build = {
    entry: { module: { default: () => new Response() } },
    routes: { only: { id: "only", path: "thing", module: { loader, action: loader } } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/",
    assetsBuildDirectory: "",
    future: { v3_singleFetch: true },
    isSpaMode: false,
  };
  return site(build as unknown as Build, "production");
}

const get = (loader: LoaderFunction, headers = {}) =>
  serve(loader).request("http://inside/thing", { headers });

test("a failure meant for the user keeps its status, code and text", async () => {
  const response = await get(() => {
    throw new AppError("not_found", "missing.campaign");
  });
  expect(response.status).toBe(404);
  const body = await response.json();
  expect(body).toMatchObject({ code: "not_found", message: "This campaign does not exist" });
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
});

test("a bug is logged with its request id and shown as nothing but that", async () => {
  const lines: object[] = [];
  const logged = vi.spyOn(log, "error").mockImplementation((message, ...more) => {
    lines.push(Object.assign({ message }, ...more, logContext()) as object);
  });
  const bug = new Error("password=hunter2");
  const response = await get(() => {
    throw bug;
  });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).not.toContain("hunter2");
  const requestId = response.headers.get("x-request-id");
  expect(JSON.parse(text)).toEqual({ code: "fault", message: "", requestId });
  expect(lines).toEqual([{ message: "A page failed", error: bug, function: "site", requestId }]);
  logged.mockRestore();
});

test("a redirect is left alone", async () => {
  const response = await get(() => {
    throw new Response(null, { status: 302, headers: { location: "/login" } });
  });
  expect(response.headers.get("location")).toBe("/login");
});

test("a request that did not come through the edge gets no page where the edge has a secret", async () => {
  const word = "edge-".repeat(8);
  vi.stubEnv("SST_Secret_value_EDGE_SECRET", word);
  const load = vi.fn(() => new Response("ok"));
  const [without, guessed, by] = [
    await get(load),
    await get(load, { "x-thaw-edge": "guessed" }),
    await get(load, { "x-thaw-edge": word }),
  ];
  vi.stubEnv("SST_Secret_value_EDGE_SECRET", "");
  expect([without.status, guessed.status, by.status]).toEqual([404, 404, 200]);
  expect(await without.text()).toBe("Not found");
  expect(load).toHaveBeenCalledTimes(1);
});

test("a host that is nobody's gets a page that names nobody [WL-06]", async () => {
  await using _cloud = await startCloud();
  const answer = await get(() => new Response("ok"), { "x-forwarded-host": "else.example" });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("Not found");
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
});

test("every answer carries the security headers", async () => {
  const { headers } = await get(() => new Response("ok"));
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("strict-transport-security")).toContain("max-age=");
});

test("the viewer's host, which the edge passes on, is the host that loaders see", async () => {
  const seen = await get(({ request }) => new Response(new URL(request.url).host), {
    "x-forwarded-host": "mail.agency.example",
  });
  expect(await seen.text()).toBe("mail.agency.example");
});

test("an agency's host asks for TLS for itself alone, ours for its subdomains too", async () => {
  const at = async (host: string) => {
    const answer = await get(() => new Response("ok"), { "x-forwarded-host": host });
    return answer.headers.get("strict-transport-security");
  };
  expect(await at("inside")).toBe("max-age=63072000; includeSubDomains");
  await using cloud = await startCloud();
  expect(cloud).toBeDefined();
  expect(await at("nobody.example")).toBe("max-age=63072000");
});

test("what another site's page sends is refused, before Remix makes an error of it", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const action = vi.fn(() => new Response("done"));
  const post = (origin?: string) =>
    serve(action).request("http://inside/thing", {
      method: "POST",
      headers: origin === undefined ? {} : { origin },
    });
  for (const origin of ["https://evil.example", "null", "http://inside.evil.example"]) {
    expect((await post(origin)).status).toBe(403);
  }
  expect(action).not.toHaveBeenCalled();
  // The browser sees TLS where the site behind the edge does not; other programs send no origin.
  for (const origin of ["http://inside", "https://inside", undefined]) {
    expect((await post(origin)).status).toBe(200);
  }
  expect((await get(() => new Response("ok"), { origin: "https://evil.example" })).status).toBe(
    200,
  );
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("the old way to ask for a screen's data is an address of nothing, and no error", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const answer = await serve(() => new Response("ok")).request("http://inside/thing?_data=only");
  expect(answer.status).toBe(404);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
