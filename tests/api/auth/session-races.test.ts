import { beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import * as meRoute from "@/app/api/auth/me/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import { pool } from "@/lib/db/client"
import { cookieOf, createAccount, createSession, createSignInMessage } from "@/tests/helpers/auth"
import { call } from "@/tests/helpers/call"

/** Requests of one browser that cross each other: whichever cookie it keeps, nobody is lost or comes back. */
let first: Awaited<ReturnType<typeof createSession>>
beforeEach(async () => {
  first = await createSession()
})

const walletsOf = async (cookie: string): Promise<string[]> =>
  z.object({ addresses: z.array(z.string()) }).parse((await call(meRoute, { as: { cookie } })).body)
    .addresses

async function prepareSignIn() {
  const account = createAccount()
  const message = await createSignInMessage(account.address)
  const body = { message, signature: await account.signMessage({ message }) }
  return { address: account.address.toLowerCase(), body }
}

const signIn = async (body: { message: string; signature: string }, cookie: string) =>
  cookieOf((await call(verifyRoute, { method: "POST", body, as: { cookie } })).headers)

const later = (seconds: number) =>
  pool().query(
    "update revoked_session set rotated_at = rotated_at - make_interval(secs => $1::float8)",
    [seconds],
  )

describe("two sign-ins at once", () => {
  test.each(["at once", "one after the other, with the same cookie"])(
    "both wallets are in both cookies: %s",
    async (order) => {
      const [one, two] = [await prepareSignIn(), await prepareSignIn()]
      const cookies =
        order === "at once"
          ? await Promise.all([signIn(one.body, first.cookie), signIn(two.body, first.cookie)])
          : [await signIn(one.body, first.cookie), await signIn(two.body, first.cookie)]
      for (const cookie of cookies) {
        const expected = [first.address, one.address, two.address].sort()
        expect((await walletsOf(cookie)).sort()).toEqual(expected)
      }
      expect(await walletsOf(first.cookie)).toEqual([])
    },
  )

  test("a cookie copied before brings its thief nothing later", async () => {
    const [own, thief] = [await prepareSignIn(), await prepareSignIn()]
    const cookie = await signIn(own.body, first.cookie)
    await later(11)
    expect(await walletsOf(await signIn(thief.body, first.cookie))).toEqual([thief.address])
    expect(await walletsOf(cookie)).toEqual([own.address, first.address])
  })

  test("a wallet that joined is signed out with the others, and alone", async () => {
    const [one, two] = [await prepareSignIn(), await prepareSignIn()]
    const cookie = await signIn(one.body, first.cookie)
    await signIn(two.body, first.cookie)
    const left = await call(meRoute, {
      method: "DELETE",
      as: { cookie },
      query: { address: two.address },
    })
    expect(await walletsOf(cookieOf(left.headers))).toEqual([one.address, first.address])
    await call(meRoute, { method: "DELETE", as: { cookie: cookieOf(left.headers) } })
    expect(await walletsOf(cookieOf(left.headers))).toEqual([])
  })

  test.each(["first", "last", "at once"])(
    "signing out with the same cookie ends what a sign-in makes of it: %s",
    async (order) => {
      const one = await prepareSignIn()
      const leave = () => call(meRoute, { method: "DELETE", as: { cookie: first.cookie } })
      if (order === "first") await leave()
      const leaving = order === "at once" ? leave() : null
      const cookie = await signIn(one.body, first.cookie)
      await leaving
      if (order === "last") await leave()
      expect(await walletsOf(cookie)).not.toContain(first.address)
    },
  )

  test("an old copy of a cookie signs nobody out", async () => {
    const cookie = await signIn((await prepareSignIn()).body, first.cookie)
    await later(11)
    await call(meRoute, { method: "DELETE", as: { cookie: first.cookie } })
    expect(await walletsOf(cookie)).toHaveLength(2)
  })
})

test("a read that was sent before a sign-in does not take its cookie away", async () => {
  const one = await prepareSignIn()
  await signIn(one.body, first.cookie)
  for (const method of ["GET", "HEAD", "DELETE"] as const) {
    const { headers } = await call(meRoute, { method, as: { cookie: first.cookie } })
    expect(headers.getSetCookie()).toEqual([])
  }
})
