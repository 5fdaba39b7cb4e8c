import { expect, test } from "vitest";
import { networkOf } from "./network.ts";

test("addresses that one line is given are one network, however they are written", () => {
  const line = [
    "2001:db8:1:2::1",
    "2001:DB8:1:2:ffff:ffff:ffff:ffff",
    "2001:0db8:0001:0002::1%eth0",
  ];
  expect(new Set(line.map(networkOf)).size).toBe(1);
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
  expect(networkOf("2001:db8::1")).toBe(networkOf("2001:db8:0:0:8::"));
  expect(networkOf("::1")).toBe(networkOf("0:0:0:0:0:0:0:2"));
});

test("an address of IPv4 is a network of its own, also where a socket of both kinds writes it", () => {
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:c000:201")).toBe("192.0.2.1");
  expect(networkOf("::FFFF:192.0.2.2")).not.toBe(networkOf("::ffff:192.0.2.1"));
});

test.each(["", "unknown", "1.2.3", "2001:db8"])(
  "a text that is no address is unchanged: %j",
  (ip) => expect(networkOf(ip)).toBe(ip),
);
