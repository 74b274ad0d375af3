import { afterEach, describe, expect, test, vi } from "vitest"
import type { createSession } from "@/tests/helpers/auth"

const [OLD, NEW, FOREIGN] = ["old", "new", "foreign"].map((name) => `${name} `.repeat(8).padEnd(32))

type Secrets = { current: string | undefined; former?: string | undefined }
type Account = Parameters<typeof createSession>[0]

afterEach(() => vi.unstubAllEnvs())

/** A web server that was started with these secrets. */
async function start({ current, former }: Secrets) {
  vi.stubEnv("SESSION_SECRET", current)
  vi.stubEnv("SESSION_SECRET_FORMER", former)
  vi.resetModules()
  const [{ call }, auth, meRoute] = await Promise.all([
    import("@/tests/helpers/call"),
    import("@/tests/helpers/auth"),
    import("@/app/api/auth/me/route"),
  ])
  return {
    signIn: (options?: Account) => auth.createSession(options),
    async walletsOf(cookie: string) {
      const { body } = await call(meRoute, { as: { cookie } })
      return "addresses" in body ? body.addresses : body
    },
    async signOut(cookie: string, address: string) {
      const options = { method: "DELETE", as: { cookie }, query: { address } } as const
      return auth.cookieOf((await call(meRoute, options)).headers)
    },
  }
}

describe("SESSION_SECRET is replaced", () => {
  test("who signed in before stays signed in, and every new cookie outlives the former secret", async () => {
    const before = await start({ current: OLD })
    const { cookie, address } = await before.signIn()

    const during = await start({ current: NEW, former: OLD })
    expect(await during.walletsOf(cookie)).toEqual([address])
    const joined = await during.signIn({ cookie })
    expect(await during.walletsOf(joined.cookie)).toEqual([joined.address, address])
    const left = await during.signOut(joined.cookie, joined.address)

    const after = await start({ current: NEW })
    expect(await after.walletsOf(left)).toEqual([address])
    expect(await after.walletsOf(cookie)).toEqual([])
  })

  test("servers that restart one after the other open each other's cookies", async () => {
    const first = { current: OLD, former: NEW }
    const second = { current: NEW, former: OLD }
    for (const [sealing, opening] of [
      [first, second],
      [second, first],
    ] as const) {
      const { cookie, address } = await (await start(sealing)).signIn()
      expect(await (await start(opening)).walletsOf(cookie)).toEqual([address])
    }
  })

  test("a cookie of another secret is refused, with a former secret and without", async () => {
    const { cookie } = await (await start({ current: FOREIGN })).signIn()
    for (const secrets of [{ current: NEW, former: OLD }, { current: NEW }]) {
      const server = await start(secrets)
      expect(await server.walletsOf(cookie)).toEqual([])
      expect(await server.walletsOf(`${cookie}x`)).toEqual([])
    }
  })
})
