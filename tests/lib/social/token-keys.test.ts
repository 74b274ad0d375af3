import { afterEach, expect, test, vi } from "vitest"

const [OLD, NEW, FOREIGN] = ["old", "new", "foreign"].map((name) => `${name} `.repeat(8).padEnd(32))

afterEach(() => vi.unstubAllEnvs())

/** The code as a process with these keys runs it. */
async function withKeys(current: string | undefined, former?: string) {
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", current)
  vi.stubEnv("TOKEN_ENCRYPTION_KEY_FORMER", former)
  vi.resetModules()
  const [{ prisma }, { seal, unseal }, { renewTokenSeals }] = await Promise.all([
    import("@/lib/db/client"),
    import("@/lib/social/token-cipher"),
    import("@/lib/social/token-keys"),
  ])
  return {
    store: (wallet: string) =>
      prisma.oauthToken.create({ data: { wallet, sealed: seal(`token of ${wallet}`, wallet) } }),
    async open(wallet: string) {
      const { sealed } = await prisma.oauthToken.findUniqueOrThrow({ where: { wallet } })
      return unseal(Buffer.from(sealed), wallet)
    },
    remove: (wallet: string) => prisma.oauthToken.delete({ where: { wallet } }),
    runJob: () => renewTokenSeals.run({ day: "2026-01-31", signal: new AbortController().signal }),
  }
}

test("TOKEN_ENCRYPTION_KEY is replaced: tokens open all the time, and without the former key after the job", async () => {
  const wallets = Array.from({ length: 205 }, (_, i) => `0x${`${i}`.padStart(40, "0")}`)
  const [first = "", , last = ""] = [wallets[0], wallets[1], wallets.at(-1)]
  const before = await withKeys(OLD)
  for (const wallet of wallets.slice(0, -1)) await before.store(wallet)

  const during = await withKeys(NEW, OLD)
  await during.store(last)
  expect(await during.open(first)).toBe(`token of ${first}`)
  expect(await during.open(last)).toBe(`token of ${last}`)
  await expect((await withKeys(NEW)).open(first)).rejects.toThrow()
  await (await withKeys(NEW)).runJob()
  await expect((await withKeys(NEW)).open(first)).rejects.toThrow()

  await (await withKeys(NEW, OLD)).runJob()
  const after = await withKeys(NEW)
  for (const wallet of wallets) expect(await after.open(wallet)).toBe(`token of ${wallet}`)
})

test("a token of another key stays as it is, and the job says how many there are", async () => {
  const wallet = `0x${"f".repeat(40)}`
  await (await withKeys(FOREIGN)).store(wallet)
  const during = await withKeys(NEW, OLD)
  await expect(during.open(wallet)).rejects.toThrow()
  await expect(during.runJob()).rejects.toThrow("Tokens that neither key opens: 1")
  const owner = await withKeys(FOREIGN)
  expect(await owner.open(wallet)).toBe(`token of ${wallet}`)
  await owner.remove(wallet)
})
