import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from "viem/accounts"
import { createSiweMessage } from "viem/siwe"
import * as nonceRoute from "@/app/api/auth/nonce/route"
import * as verifyRoute from "@/app/api/auth/verify/route"
import { createKey } from "@/lib/auth/api-keys"
import { call } from "./call"

/** A wallet nobody has seen before. */
export const createAccount = () => privateKeyToAccount(generatePrivateKey())

/** The name=value pair of a Set-Cookie, as a client sends it back. */
export function cookieOf(headers: Headers) {
  return headers.getSetCookie()[0]?.split(";")[0] ?? ""
}

/** Signs in as a client does: nonce, message, signature, verify. With `cookie`, the wallet joins that session. */
export async function createSession({
  account = createAccount(),
  cookie,
}: {
  account?: LocalAccount
  cookie?: string
} = {}) {
  const message = await createSignInMessage(account.address)
  const signature = await account.signMessage({ message })
  const as = cookie === undefined ? {} : { as: { cookie } }
  const answer = await call(verifyRoute, { method: "POST", body: { message, signature }, ...as })
  if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.text}`)
  return { account, address: account.address.toLowerCase(), cookie: cookieOf(answer.headers) }
}

type Fields = Parameters<typeof createSiweMessage>[0]

/** The message the service asks for, with a fresh nonce; `changes` make it another one. */
export async function createSignInMessage(address: `0x${string}`, changes: Partial<Fields> = {}) {
  const { body } = await call(nonceRoute, { query: { address } })
  const { nonce, domain, uri, chainId, statement } = body
  return createSiweMessage({
    address,
    nonce,
    domain,
    uri,
    chainId,
    statement,
    version: "1",
    issuedAt: new Date(),
    ...changes,
  })
}

/** A working API key; its wallet is new unless given. */
export async function createApiKey(wallet = createAccount().address.toLowerCase()) {
  const { id, key } = await createKey(wallet, null)
  return { id, key, wallet }
}
