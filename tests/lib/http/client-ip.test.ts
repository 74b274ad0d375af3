import { afterEach, describe, expect, test, vi } from "vitest"

afterEach(() => vi.unstubAllEnvs())

async function seen(headers: Record<string, string>, variables: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const { clientIp, peerHeader } = await import("@/lib/http/client-ip")
  return clientIp(new Headers({ [peerHeader()]: "192.0.2.1", ...headers }))
}

describe("the client's address", () => {
  test("is the peer's, whatever the client claims", async () => {
    const claims = {
      "x-forwarded-for": "1.1.1.1",
      "x-real-ip": "1.1.1.1",
      forwarded: "for=1.1.1.1",
    }
    expect(await seen(claims)).toBe("192.0.2.1")
  })

  test("is read from the trusted proxy's header", async () => {
    const variables = { TRUSTED_PROXY_HEADER: "CF-Connecting-IP" }
    expect(await seen({ "cf-connecting-ip": "198.51.100.2" }, variables)).toBe("198.51.100.2")
    expect(await seen({}, variables)).toBe("192.0.2.1")
  })

  test("counts X-Forwarded-For from the right, where our own proxies write", async () => {
    const header = { "x-forwarded-for": "1.1.1.1, 198.51.100.2, 10.0.0.1" }
    const hops = (count: number) => ({
      TRUSTED_PROXY_HEADER: "x-forwarded-for",
      TRUSTED_PROXY_HOPS: `${count}`,
    })
    expect(await seen(header, hops(1))).toBe("10.0.0.1")
    expect(await seen(header, hops(2))).toBe("198.51.100.2")
  })
})

describe("the form addresses are counted in", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ["192.0.2.1:8080", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", "unknown"],
    ["unknown", "unknown"],
    ["1.2.3", "unknown"],
    ["<script>", "unknown"],
  ])("%s is %s", async (address, expected) => {
    const { rateLimitAddress } = await import("@/lib/http/client-ip")
    expect(rateLimitAddress(address)).toBe(expected)
  })
})
