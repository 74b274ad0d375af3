import {
  type APIRequestContext,
  test as base,
  expect,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from "@playwright/test"
import type { PrivateKeyAccount } from "viem/accounts"
import { shortenAddress } from "@/lib/format"
import { claimUsdb, freshAccount } from "./chain"
import { stack } from "./stack"
import { installWallet, TestWallet } from "./wallet"

type Fixtures = {
  account: PrivateKeyAccount
  /** The wallet of this test's browser, not yet connected. */
  wallet: TestWallet
  /** Complaints of the page that a test expects; every other one fails it. */
  expectedNoise: RegExp[]
}

/**
 * Every test has its own wallet with its own key, and fails on any error in the page's console. What it
 * opens has come to life before it goes on.
 */
export const test = base.extend<Fixtures>({
  baseURL: stack.url,
  // biome-ignore lint/correctness/noEmptyPattern: the pattern tells Playwright what a fixture needs
  account: async ({}, use) => use(await freshAccount()),
  wallet: async ({ context, account }, use) => {
    const wallet = new TestWallet(account)
    await installWallet(context, wallet)
    await use(wallet)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedNoise: async ({}, use) => use([]),
  request: async ({ request }, use) => {
    retryIdleConnections(request)
    await use(request)
  },
  page: async ({ page, context, expectedNoise, javaScriptEnabled }, use) => {
    retryIdleConnections(page.request)
    if (javaScriptEnabled) waitForHydrationOnNavigation(page)
    // Code that catches a refusal, such as that of eval, prints nothing.
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
        console.error(`Refused by the policy: ${violatedDirective} ${blockedURI}`)
      })
    })
    const noise: string[] = []
    page.on("pageerror", (error) => noise.push(`${error.name}: ${error.message}`))
    page.on("console", (message) => {
      if (message.type() === "error") noise.push(`${message.text()} (${message.location().url})`)
    })
    await use(page)
    // The next test of the process has the same page.
    await context.clearPermissions()
    const unexpected = noise.filter((text) => !expectedNoise.some((pattern) => pattern.test(text)))
    // A request that a rule of the test holds when the page goes would fail the test.
    for (const routed of [context, ...context.pages()]) {
      await routed.unrouteAll({ behavior: "ignoreErrors" })
    }
    expect(unexpected, "errors in the page").toEqual([])
  },
})

export { expect }

/** What a test is given. */
export type Arguments = Fixtures &
  PlaywrightTestArgs &
  PlaywrightTestOptions &
  PlaywrightWorkerArgs &
  PlaywrightWorkerOptions

/** A test that only `npm test -- --deep` runs: cheaper ones show the most of it. */
export const deepTest = (title: string, body: (fixtures: Arguments) => Promise<void>) =>
  test(title, { tag: "@deep" }, body)

/** A press on a page whose code has yet to run is lost; its live stream is the last of it to begin. */
export async function waitForHydration(page: Page) {
  await expect(page.getByTestId("index-state")).toHaveText(/^Indexed to block/)
}

/** The server hangs up an idle line after five seconds, which may be when a test asks its next question. */
function retryIdleConnections(request: APIRequestContext) {
  const get = request.get.bind(request)
  request.get = (url, options) => get(url, { maxRetries: 2, ...options })
}

/** Unless a test says itself what it waits for, to see what comes first. */
function waitForHydrationOnNavigation(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await waitForHydration(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await waitForHydration(page)
    return response
  }
}

/** Connects the test's wallet through the dialog. */
export async function connect(page: Page, { account }: TestWallet) {
  await openConnect(page)
  await page.getByRole("dialog").getByRole("button", { name: "Test Wallet" }).click()
  await expect(walletButton(page, account)).toBeVisible()
}

/** The wallet was connected on an earlier visit: what is opened from now on finds it connected. */
export async function rememberWallet(page: Page, wallet: TestWallet) {
  wallet.isConnected = true
  await page.addInitScript(
    (address) => localStorage.setItem("atoll.wallet.address", address),
    wallet.account.address.toLowerCase(),
  )
}

/** Opens the dialog. */
export async function openConnect(page: Page) {
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
}

export function walletButton(page: Page, { address }: PrivateKeyAccount) {
  return page.getByRole("button", { name: `Your wallet ${shortenAddress(address.toLowerCase())}` })
}

/** Gives the test's wallet the daily 100 USDB, outside the page. */
export async function claimUsdbFor({ account }: TestWallet) {
  await claimUsdb(account)
}

export async function signIn(page: Page) {
  await page.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(page.getByRole("button", { name: "Sign out this wallet" })).toBeVisible()
}
