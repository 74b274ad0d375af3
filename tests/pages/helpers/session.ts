import type { Page } from "@playwright/test"
import type { PrivateKeyAccount } from "viem/accounts"
import { createSiweMessage } from "viem/siwe"
import { z } from "zod"
import { stack } from "./stack"
import { rememberWallet } from "./test"
import type { TestWallet } from "./wallet"

const offer = z.object({
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  chainId: z.int(),
  statement: z.string(),
})

/** Signs an account of the test in, outside the page; answers the cookie. */
export async function sessionOf(account: PrivateKeyAccount): Promise<string> {
  const response = await fetch(`${stack.url}/api/auth/nonce?address=${account.address}`)
  const message = createSiweMessage({
    ...offer.parse(await response.json()),
    address: account.address,
    version: "1",
    issuedAt: new Date(),
  })
  const signature = await account.signMessage({ message })
  const answer = await post("/api/auth/verify", { message, signature })
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? ""
}

/** The wallet was connected and signed in on an earlier visit. */
export async function rememberSession(page: Page, wallet: TestWallet) {
  await rememberWallet(page, wallet)
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(await sessionOf(wallet.account)) ?? []
  await page.context().addCookies([{ name, value, url: stack.url }])
  await page.addInitScript(() => localStorage.setItem("atoll.session.known", "yes"))
}

/** Sends JSON to the service and fails when it is refused. */
export async function post(path: string, body: object, cookie = ""): Promise<Response> {
  const response = await fetch(`${stack.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}
