import { afterEach, describe, expect, test, vi } from "vitest"

afterEach(() => vi.unstubAllEnvs())

async function policy(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const { pageCsp } = await import("@/lib/pages/page-csp")
  const directives = pageCsp("abc").split("; ")
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = "", ...values] = directive.split(" ")
      return [name, values]
    }),
  )
}

describe("the policy of pages", () => {
  test("runs the scripts of this answer only, and no evaluated code", async () => {
    const { "script-src": scripts, "frame-ancestors": ancestors } = await policy({
      NODE_ENV: "production",
    })
    expect(scripts).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
    expect(ancestors).toEqual(["'none'"])
  })

  test("talks to this service and the public node", async () => {
    const variables = { NODE_ENV: "production", RPC_URL: "https://user:secret@node.example/key" }
    expect((await policy(variables))["connect-src"]).toEqual(["'self'"])
    const shown = { ...variables, PUBLIC_RPC_URL: "https://rpc.example/v1" }
    expect((await policy(shown))["connect-src"]).toEqual(["'self'", "https://rpc.example"])
  })

  test("reaches WalletConnect only where it is configured", async () => {
    const off = await policy({ NODE_ENV: "production" })
    expect(JSON.stringify(off)).not.toContain("walletconnect")
    expect(off["frame-src"]).toEqual(["'none'"])
    expect(off["font-src"]).toEqual(["'self'"])
    const on = await policy({ NODE_ENV: "production", WALLETCONNECT_PROJECT_ID: "p" })
    expect(on["connect-src"]).toContain("wss://*.walletconnect.org")
    expect(on["font-src"]).toContain("https://fonts.reown.com")
    expect(on["frame-src"]).toContain("https://verify.walletconnect.org")
  })
})
