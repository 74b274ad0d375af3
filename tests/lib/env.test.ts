import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { parseEnv, variableNames } from "@/lib/env"
import { SECRETS } from "@/lib/secret-files.mjs"

const required = {
  DATABASE_URL: "postgresql://atoll@127.0.0.1:5432/atoll",
  SESSION_SECRET: "0123456789abcdef0123456789abcdef",
  TOKEN_ENCRYPTION_KEY: "fedcba9876543210fedcba9876543210",
}

describe("environment", () => {
  test("storage and secrets are enough", () => {
    expect(parseEnv(required)).toMatchObject({ CHAIN_ID: 31337, BASE_URL: "http://localhost:3000" })
  })

  test("what is missing is named, and why it is refused", () => {
    expect(() => parseEnv({ ...required, SESSION_SECRET: "" })).toThrow(
      "Invalid environment\n✖ This variable is needed\n  → at SESSION_SECRET",
    )
  })

  test("an empty variable counts as absent", () => {
    expect(parseEnv({ ...required, RPC_URL: "" }).RPC_URL).toBeUndefined()
  })

  test("lists are split at commas and trimmed", () => {
    const { SIGNIN_DOMAINS } = parseEnv({
      ...required,
      SIGNIN_DOMAINS: "atoll.example, , b.example",
    })
    expect(SIGNIN_DOMAINS).toEqual(["atoll.example", "b.example"])
  })

  test("wallets are lower-cased, and none by default", () => {
    const wallet = `0x${"AB".repeat(20)}`
    const { ADMIN_WALLETS } = parseEnv({ ...required, ADMIN_WALLETS: `${wallet}, ${wallet}` })
    expect(ADMIN_WALLETS).toEqual([wallet.toLowerCase(), wallet.toLowerCase()])
    expect(parseEnv(required).ADMIN_WALLETS).toEqual([])
  })

  test("what belongs to a session goes to DATABASE_URL, unless there is a direct one", () => {
    expect(parseEnv(required).DATABASE_DIRECT_URL).toBe(required.DATABASE_URL)
    const direct = "postgresql://atoll@10.0.0.1/atoll"
    expect(parseEnv({ ...required, DATABASE_DIRECT_URL: direct })).toMatchObject({
      ...required,
      DATABASE_DIRECT_URL: direct,
    })
  })

  test("several hosts of the database need to be told apart", () => {
    const several = "postgresql://atoll:secret@a:5432,b:5432/atoll"
    expect(() => parseEnv({ ...required, DATABASE_URL: several })).toThrow(
      "names several hosts, so it must end with ?target_session_attrs=read-write",
    )
    const complete = `${several}?target_session_attrs=read-write`
    expect(parseEnv({ ...required, DATABASE_URL: complete }).DATABASE_URL).toBe(complete)
  })

  test.each(["70000", "0", "-1", "8545.5", "many"])("%s is no port", (value) => {
    expect(() => parseEnv({ ...required, RPC_PORT: value })).toThrow(
      "must be a port from 1 to 65535",
    )
  })

  test("the development wallet is refused on a chain that is not local", () => {
    const far = { ...required, DEV_WALLET: "on", RPC_URL: "https://rpc.example/secret" }
    expect(() => parseEnv({ ...far, CHAIN_ID: "56" })).toThrow("DEV_WALLET")
    expect(parseEnv({ ...far, CHAIN_ID: "56", DEV_WALLET: "off" }).DEV_WALLET).toBe(false)
    expect(parseEnv({ ...far, CHAIN_ID: "31337" }).DEV_WALLET).toBe(true)
    const near = { ...far, CHAIN_ID: "5", RPC_URL: "http://127.0.0.1:8545" }
    expect(parseEnv(near).DEV_WALLET).toBe(true)
  })

  test.each([
    ["ADMIN_WALLETS", "0x1"],
    ["PORT", "70000"],
    ["RPC_PORT", "0"],
    ["CHAIN_ID", "main"],
    ["RPC_URL", "file:///etc/passwd"],
    ["SESSION_SECRET", "short"],
    ["TOKEN_ENCRYPTION_KEY", "short"],
    ["SOCIAL_HANDLE", "@sixteen_letters_"],
    ["SOCIAL_OEMBED_URL", "file:///etc/passwd"],
    ["MOLTBOOK_API_URL", "gopher://moltbook.example"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["INDEX_FOLLOWER", "yes"],
  ])("a bad %s is refused by name", (name, value) => {
    expect(() => parseEnv({ ...required, [name]: value })).toThrow(name)
  })
})

describe("secrets in files", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "secrets-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (text: string) => {
    const file = path.join(folder, crypto.randomUUID())
    writeFileSync(file, text)
    return file
  }
  const { DATABASE_URL, TOKEN_ENCRYPTION_KEY } = required

  test("each secret is a variable", () => {
    expect(SECRETS.filter((name) => !variableNames.includes(name))).toEqual([])
  })

  test.each(["", "\n", "\r\n"])("a secret is read without its last line break %j", (end) => {
    const secret = ` ${"s".repeat(32)}\n `
    const SESSION_SECRET_FILE = write(secret + end)
    const env = parseEnv({ DATABASE_URL, TOKEN_ENCRYPTION_KEY, SESSION_SECRET_FILE })
    expect(env.SESSION_SECRET).toBe(secret)
  })

  test("what a file holds is checked as the variable is", () => {
    const SESSION_SECRET_FILE = write("short")
    expect(() => parseEnv({ DATABASE_URL, TOKEN_ENCRYPTION_KEY, SESSION_SECRET_FILE })).toThrow(
      "at least 32 characters",
    )
  })

  test("a variable and its file are refused together; an empty one counts as absent", () => {
    const file = write(DATABASE_URL)
    expect(() => parseEnv({ ...required, DATABASE_URL_FILE: file })).toThrow(
      "DATABASE_URL and DATABASE_URL_FILE are both set",
    )
    const env = parseEnv({ ...required, DATABASE_URL: "", DATABASE_URL_FILE: file })
    expect(env.DATABASE_URL).toBe(DATABASE_URL)
    expect(parseEnv({ ...required, DATABASE_URL_FILE: "" }).DATABASE_URL).toBe(DATABASE_URL)
  })

  test("a file that is absent or empty is refused by the variable's name, whatever holds no secret", () => {
    for (const file of [path.join(folder, "absent"), folder, write("\n")]) {
      expect(() => parseEnv({ ...required, CRON_SECRET_FILE: file })).toThrow("CRON_SECRET_FILE")
    }
    expect(parseEnv({ ...required, PORT_FILE: write("1") }).PORT).toBe(3000)
  })
})
