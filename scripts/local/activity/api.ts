import type { Address } from "viem"
import { createSiweMessage } from "viem/siwe"
import { z } from "zod"
import { walletsOf } from "../sample/wallets"

const TIMEOUT_MS = 10_000

/** The server does not answer at the moment. */
export class ApiUnreachableError extends Error {}

/** What the server said: a refusal has a code. */
export type ApiResponse = { status: number; code: string | null; body: unknown }

export type Api = ReturnType<typeof openApi>

type Options = {
  baseUrl: string
  mnemonic: string
  /** Another way to the server. */
  send?: (url: string, init: RequestInit) => Promise<Response>
}

const nonceAnswer = z.object({
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.int(),
  statement: z.string(),
})
const errorBody = z.object({ code: z.string() })

/** The REST API as a program uses it: each wallet signs in when it first has something to say. */
export function openApi({ baseUrl, mnemonic, send = fetch }: Options) {
  const wallet = walletsOf(mnemonic)
  const cookies = new Map<number, string>()

  async function request(path: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    try {
      return await send(`${baseUrl}${path}`, { ...init, signal })
    } catch (cause) {
      throw new ApiUnreachableError(`${baseUrl} does not answer`, { cause })
    }
  }

  function post(path: string, body: object, cookie?: string) {
    const headers = { "Content-Type": "application/json", ...(cookie && { Cookie: cookie }) }
    return request(path, { method: "POST", headers, body: JSON.stringify(body) })
  }

  async function signIn(index: number): Promise<string> {
    const account = wallet(index)
    const asked = await request(`/api/auth/nonce?address=${account.address}`)
    const { nonce, ...rest } = nonceAnswer.parse(await asked.json())
    const message = createSiweMessage({
      ...rest,
      nonce,
      address: account.address,
      version: "1",
      issuedAt: new Date(),
    })
    const signature = await account.signMessage({ message })
    const answer = await post("/api/auth/verify", { message, signature })
    const [cookie] = answer.headers.getSetCookie().map((line) => line.replace(/;.*/, ""))
    if (!answer.ok || !cookie) throw new Error(`Signing in was answered with ${answer.status}`)
    cookies.set(index, cookie)
    return cookie
  }

  return {
    addressOf: (index: number): Address => wallet(index).address,

    /** What everybody may read. */
    async read(path: string): Promise<ApiResponse> {
      return parseResponse(await request(path))
    },

    /** Says something in the name of a wallet. */
    async say(index: number, path: string, body: object = {}): Promise<ApiResponse> {
      const answer = await post(path, body, cookies.get(index) ?? (await signIn(index)))
      if (answer.status !== 401) return parseResponse(answer)
      // The session has ended, or the database is another one by now.
      return parseResponse(await post(path, body, await signIn(index)))
    },
  }
}

async function parseResponse(response: Response): Promise<ApiResponse> {
  const body: unknown = await response.json()
  const { data } = errorBody.safeParse(body)
  return { status: response.status, code: response.ok ? null : (data?.code ?? "?"), body }
}
