import type { Address } from "viem"
import { createSiweMessage } from "viem/siwe"
import { z } from "zod"
import { walletsOf } from "../sample/wallets"

const TIMEOUT_MS = 10_000

export type Api = ReturnType<typeof openApi>

/** The server's answer; `code` is set for a refusal. */
export type ApiResponse = { status: number; code: string | null; body: unknown }

type Options = { baseUrl: string; mnemonic: string; send?: typeof fetch }

const signInTerms = z.object({
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.int(),
  statement: z.string(),
})
const refusal = z.object({ code: z.string() })

/** The REST API as a program uses it: each wallet signs in when it first has something to say. */
export function openApi({ baseUrl, mnemonic, send = fetch }: Options) {
  const wallet = walletsOf(mnemonic)
  const cookies = new Map<number, string>()

  function request(path: string, body?: object, cookie = "") {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const headers = { "Content-Type": "application/json", Cookie: cookie }
    const post = body && { method: "POST", headers, body: JSON.stringify(body) }
    return send(`${baseUrl}${path}`, { ...post, signal })
  }

  async function signIn(index: number): Promise<string> {
    const { address, signMessage } = wallet(index)
    const response = await request(`/api/auth/nonce?address=${address}`)
    const terms = signInTerms.parse(await response.json())
    const message = createSiweMessage({ ...terms, address, version: "1", issuedAt: new Date() })
    const answer = await request("/api/auth/verify", {
      message,
      signature: await signMessage({ message }),
    })
    if (!answer.ok) throw new Error(`Signing in was answered with ${answer.status}`)
    const cookie = answer.headers.getSetCookie().map((line) => line.replace(/;.*/, ""))
    cookies.set(index, cookie.join("; "))
    return cookie.join("; ")
  }

  return {
    addressOf: (index: number): Address => wallet(index).address,

    /** What everybody may read. */
    read: async (path: string): Promise<ApiResponse> => parseResponse(await request(path)),

    /** Says something in the name of a wallet. */
    async say(index: number, path: string, body: object = {}): Promise<ApiResponse> {
      const answer = await request(path, body, cookies.get(index) ?? (await signIn(index)))
      if (answer.status !== 401) return parseResponse(answer)
      // The session has ended, or the database is another one by now.
      return parseResponse(await request(path, body, await signIn(index)))
    },
  }
}

async function parseResponse(response: Response): Promise<ApiResponse> {
  const body: unknown = await response.json()
  const code = response.ok ? null : (refusal.safeParse(body).data?.code ?? "?")
  return { status: response.status, code, body }
}
