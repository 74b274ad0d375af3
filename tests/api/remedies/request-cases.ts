import { pool } from "@/lib/db/client"
import { pruneLog } from "@/lib/streams/job"
import { createSession, createSignInMessage } from "@/tests/helpers/auth"
import { createImage, formData } from "@/tests/helpers/images"
import { hashOf, insertToken } from "@/tests/helpers/rows"
import { ask, type Case, newKey, newSession, type Told, twice } from "./ask"

const POST = "POST /api/reef/post"
const KEYS = "POST /api/v1/auth/keys"
const TOKENS = "GET /api/v1/tokens"
const VERIFY = "POST /api/auth/verify"
const ELSEWHERE = { origin: "https://elsewhere.example" }

const post = (title = `Kelp ${crypto.randomUUID()}`) => ({ section: "mixed", title })

async function upload(wrong: Uint8Array | null) {
  const { as } = await newKey()
  const form = (file: Uint8Array | null) => ({ as, body: formData({ purpose: "avatar", file }) })
  return twice("POST /api/images", form(wrong), form(await createImage()))
}

/** Signs in wrongly; then as the remedy says: a nonce, and the message that follows from its answer. */
async function signIn(changes: object, spoil: (message: string) => string = (text) => text) {
  const { account } = await newSession()
  const wrong = spoil(await createSignInMessage(account.address, changes))
  const right = await createSignInMessage(account.address)
  const body = async (message: string) => ({
    body: { message, signature: await account.signMessage({ message }) },
  })
  return twice(VERIFY, await body(wrong), await body(right))
}

const SIGN_AGAIN = ["GET /api/auth/nonce", "sign the message"]

/** Creates a key as /docs/authentication says, and sends it. */
async function askWithNewKey(refused: Told) {
  const { as } = await newSession()
  const { body } = await ask(KEYS, { as, body: {} })
  return [refused, await ask(TOKENS, { headers: { "X-API-Key": body.key } })] as const
}

/** What is wrong with a request itself, or with who sends it. */
export const requestCases = {
  INVALID_JSON: [
    ["JSON object"],
    async () => {
      const { as } = await newKey()
      const headers = { "content-type": "application/json" }
      return twice(POST, { as, headers, body: "{" }, { as, body: post() })
    },
  ],
  VALIDATION_FAILED: [
    ["`details`"],
    async () => {
      const { as } = await newKey()
      const refused = await ask(TOKENS, { as, query: { limit: 0 } })
      const [{ path }] = refused.body.details
      return [refused, await ask(TOKENS, { as, query: { [path]: 1 } })]
    },
  ],
  INVALID_CURSOR: [
    ["without the cursor"],
    async () => {
      const { as, wallet } = await newKey()
      const params = { address: wallet }
      const name = "GET /api/v1/wallet/{address}/transactions"
      return twice(name, { as, params, query: { cursor: "x" } }, { as, params })
    },
  ],
  INVALID_TX_HASH: [
    ["0x and 64 hexadecimal digits"],
    () => twice("POST /api/v1/sync", { body: { txHash: "0x" } }, { body: { txHash: hashOf(1) } }),
  ],
  NO_FIELDS: [
    ["at least one field"],
    async () => {
      const { as } = await newKey()
      const username = `kelp${Date.now() % 1_000_000}`
      return twice("POST /api/v1/me/profile", { as, body: {} }, { as, body: { username } })
    },
  ],
  FILE_REQUIRED: [["part `file`"], () => upload(null)],
  FILE_TYPE_NOT_ALLOWED: [["PNG, WebP"], () => upload(Buffer.from("<svg/>"))],
  FILE_TOO_LARGE: [
    ["at most 5 MB"],
    async () =>
      upload(Buffer.concat([await createImage(), Buffer.alloc(5_242_881)]).subarray(0, 5_242_881)),
  ],
  FILE_UNREADABLE: [
    ["Send a JPEG, PNG, WebP or GIF"],
    () => upload(Buffer.from("89504e470d0a1a0a", "hex")),
  ],
  BODY_TOO_LARGE: [
    ["Send less"],
    async () => {
      const { as } = await newKey()
      return twice(POST, { as, body: post("x".repeat(70_000)) }, { as, body: post() })
    },
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    ["content type that the message names"],
    async () => {
      const { as } = await newKey()
      const body = JSON.stringify(post())
      const refused = await ask(POST, { as, body, headers: { "content-type": "text/plain" } })
      const type = /application\/\w+/.exec(refused.body.error)?.[0] ?? ""
      return [refused, await ask(POST, { as, body, headers: { "content-type": type } })]
    },
  ],
  METHOD_NOT_ALLOWED: [
    ["methods in `Allow`"],
    async () => {
      const { as } = await newKey()
      const refused = await ask("PUT /api/v1/tokens", { as })
      const [method] = refused.headers.get("allow")?.split(", ") ?? []
      return [refused, await ask(`${method} /api/v1/tokens`, { as })]
    },
  ],
  UNAUTHENTICATED: [
    ["`X-API-Key`", "/docs/authentication"],
    async () => askWithNewKey(await ask(TOKENS)),
  ],
  API_KEY_REQUIRED: [
    ["`X-API-Key`"],
    async () => askWithNewKey(await ask(TOKENS, { as: (await newSession()).as })),
  ],
  INVALID_API_KEY: [
    ["/docs/authentication", "create another"],
    async () => askWithNewKey(await ask(TOKENS, { as: { key: "atoll_none" } })),
  ],
  SESSION_REQUIRED: [
    ["GET /api/auth/nonce, POST /api/auth/verify"],
    async () => {
      const [key, session] = [await newKey(), await newSession()]
      return twice(KEYS, { as: key.as, body: {} }, { as: session.as, body: {} })
    },
  ],
  KEY_LIMIT_REACHED: [
    ["DELETE /api/v1/auth/keys/{id}", "GET /api/v1/auth/keys lists it"],
    async () => {
      const { as } = await newSession()
      await ask(KEYS, { as, body: {} })
      const refused = await ask(KEYS, { as, body: {} })
      const [{ id }] = (await ask("GET /api/v1/auth/keys", { as })).body.keys
      await ask("DELETE /api/v1/auth/keys/{id}", { as, params: { id } })
      return [refused, await ask(KEYS, { as, body: {} })]
    },
  ],
  KEY_NOT_FOUND: [
    ["GET /api/v1/auth/keys lists"],
    async () => {
      const { as } = await newSession()
      await ask(KEYS, { as, body: {} })
      const remove = (id: string) => ask("DELETE /api/v1/auth/keys/{id}", { as, params: { id } })
      const refused = await remove(crypto.randomUUID())
      const [{ id }] = (await ask("GET /api/v1/auth/keys", { as })).body.keys
      return [refused, await remove(id)]
    },
  ],
  CSRF_REJECTED: [
    ["own pages", "neither `Origin` nor `Sec-Fetch-Site`", "API key"],
    async () => {
      const [session, key] = [await newSession(), await newKey()]
      const refused = await ask(POST, { as: session.as, headers: ELSEWHERE, body: post() })
      const own = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" }
      for (const headers of [own, {}]) {
        const passed = await ask(POST, { as: (await newSession()).as, headers, body: post() })
        if (passed.status !== 201) return [refused, passed]
      }
      return [refused, await ask(POST, { as: key.as, headers: ELSEWHERE, body: post() })]
    },
  ],
  WALLET_NOT_IN_SESSION: [
    ["leave `X-Wallet-Address` out", "Sign in with that wallet as well"],
    async () => {
      const [first, other] = [await newSession(), await newSession()]
      const headers = { "x-wallet-address": other.address }
      const refused = await ask("GET /api/v1/me/profile", { as: first.as, headers })
      const left = await ask("GET /api/v1/me/profile", { as: first.as })
      if (left.status !== 200) return [refused, left]
      const both = await createSession({ account: other.account, cookie: first.cookie })
      return [
        refused,
        await ask("GET /api/v1/me/profile", { as: { cookie: both.cookie }, headers }),
      ]
    },
  ],
  MESSAGE_INVALID: [SIGN_AGAIN, () => signIn({}, (text) => `${text}\n`)],
  MESSAGE_DOMAIN_MISMATCH: [SIGN_AGAIN, () => signIn({ domain: "elsewhere.example" })],
  MESSAGE_CHAIN_MISMATCH: [SIGN_AGAIN, () => signIn({ chainId: 1 })],
  MESSAGE_EXPIRED: [
    ["another nonce", "sign again"],
    () => signIn({ expirationTime: new Date(Date.now() - 60_000) }),
  ],
  INVALID_NONCE: [SIGN_AGAIN, () => signIn({ nonce: "0123456789abcdef" })],
  INVALID_SIGNATURE: [
    ["whole message", "key of the wallet that it names"],
    async () => {
      const [one, other] = [await newSession(), await newSession()]
      const body = async (signer: typeof one) => {
        const message = await createSignInMessage(one.account.address)
        return { body: { message, signature: await signer.account.signMessage({ message }) } }
      }
      return twice(VERIFY, await body(other), await body(one))
    },
  ],
  TOKEN_NOT_FOUND: [
    ["GET /api/v1/tokens?search="],
    async () => {
      const { as } = await newKey()
      const { address } = await insertToken({ symbol: "SRCH" })
      const read = (at: string) =>
        ask("GET /api/v1/tokens/{address}", { as, params: { address: at } })
      const refused = await read(address.replace(/.{6}$/, "ffffff"))
      const tokens = await ask(TOKENS, { as, query: { search: "SRCH" } })
      return [refused, await read(tokens.body.data[0].address)]
    },
  ],
  CURSOR_EXPIRED: [
    ["without a cursor", "`oldest` of `details`"],
    async () => {
      const { as } = await newKey()
      const query = { topics: "reef" }
      for (let n = 0; n < 2; n++) await ask(POST, { as: (await newKey()).as, body: post() })
      const first = await pool().query<{ id: string }>(
        "update stream_event set created_at = now() - interval '8 days' returning id",
      )
      await ask(POST, { as: (await newKey()).as, body: post() })
      await pruneLog()
      const open = (after?: string) =>
        ask("HEAD /api/v1/stream", { as, query: { ...query, ...(after && { after }) } })
      const refused = await ask("GET /api/v1/stream", {
        as,
        query: { ...query, after: `${first.rows[0]?.id}` },
      })
      const fresh = await open()
      if (fresh.status !== 200) return [refused, fresh]
      return [refused, await open(refused.body.details[0].oldest)]
    },
  ],
} satisfies Record<string, Case>
