import { shortenAddress } from "@/lib/format"
import { WAD } from "@/lib/units"
import { balanceOf, contracts, freshAccount } from "./helpers/chain"
import { stack } from "./helpers/stack"
import {
  connect,
  deepTest,
  expect,
  openConnect,
  rememberWallet,
  signIn,
  test,
  walletButton,
} from "./helpers/test"
import { switchAccount } from "./helpers/wallet"
import { untilIdle, watchForWalletCode } from "./helpers/wallet-code"

test("says what to do when the wallet declines to connect, connects after that, still knows it after a reload, and disconnects", async ({
  page,
  wallet,
}) => {
  wallet.decline("eth_requestAccounts")
  await page.goto("/account")
  await openConnect(page)
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Test Wallet" }).click()
  await expect(dialog.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(dialog.getByText("Try again when you are ready.")).toBeVisible()
  await dialog.getByRole("button", { name: "Test Wallet" }).click()
  await expect(walletButton(page, wallet.account)).toBeVisible()
  await page.reload()
  await walletButton(page, wallet.account).click()
  await page.getByRole("button", { name: "Disconnect" }).click()
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible()
})

test("the header knows the wallet before the page's scripts have run", async ({ page, wallet }) => {
  await rememberWallet(page, wallet)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released
    await route.fallback()
  })
  const opening = page.goto("/faucet")
  await expect(walletButton(page, wallet.account)).toBeVisible()
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeHidden()
  release()
  await opening
  await walletButton(page, wallet.account).click()
  await expect(page.getByRole("dialog", { name: "Your wallet" })).toBeVisible()
})

test("signs in with Ethereum unless the wallet declines, keeps the session over a reload, and signs out", async ({
  page,
  wallet,
}) => {
  await rememberWallet(page, wallet)
  await page.goto("/account")
  wallet.decline("personal_sign")
  await page.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(page.getByText("No wallet signed in")).toBeVisible()
  await page.reload()
  await signIn(page)
  await page.reload()
  await page.getByRole("button", { name: /^Sign out 0x/ }).click()
  await expect(page.getByText("No wallet signed in")).toBeVisible()
  const me = await page.request.get("/api/auth/me")
  expect(await me.json()).toMatchObject({ isLoggedIn: false })
})

deepTest(
  "holds several wallets in one session, switches between them and signs one out",
  async ({ page, wallet }) => {
    const first = wallet.account
    await rememberWallet(page, wallet)
    await page.goto("/account")
    await signIn(page)
    const second = await freshAccount()
    await switchAccount(page, wallet, second)
    await expect(walletButton(page, second)).toBeVisible()
    await signIn(page)

    const short = shortenAddress(first.address.toLowerCase())
    await page.getByRole("button", { name: `Switch to ${short}` }).click()
    await expect(page.getByText(`to act for ${short}`)).toBeVisible()
    await page.getByRole("button", { name: `Sign out ${short}` }).click()
    await expect(page.getByText(`to act for ${short}`)).toBeHidden()
    const me = await page.request.get("/api/auth/me")
    expect(await me.json()).toMatchObject({ addresses: [second.address.toLowerCase()] })
  },
)

test("offers to switch a wallet on another chain, and adds the chain where it is unknown", async ({
  page,
  wallet,
}) => {
  wallet.chainId = 1
  await rememberWallet(page, wallet)
  await page.goto("/faucet")
  await expect(page.getByRole("main").locator("p", { hasText: "Wrong network" })).toBeVisible()
  wallet.decline("wallet_switchEthereumChain")
  await page.getByRole("button", { name: /^Switch to/ }).click()
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  wallet.knowsChain = false
  await page.getByRole("button", { name: /^Switch to/ }).click()
  await expect(page.getByRole("button", { name: /^Claim/ })).toBeVisible()
  expect(wallet.requests).toContain("wallet_addEthereumChain")
  expect(wallet.chainId).toBe(stack.chainId)
})

deepTest("brings a funded development wallet with several accounts", async ({ page }) => {
  await page.goto("/faucet")
  await openConnect(page)
  await page.getByRole("button", { name: "Development wallet" }).click()
  // An open sheet hides the rest of the page from what looks for roles.
  const button = page.locator('header button[aria-label^="Your wallet"]')
  const firstName = await button.textContent()
  await page.getByRole("button", { name: /^Claim/ }).click()
  await expect(page.getByText("100 USDB claimed")).toBeVisible()

  await button.click()
  await page.getByRole("button", { name: "Add a funded account" }).click()
  await expect(button).not.toHaveText(firstName ?? "")
  await page.getByRole("button", { name: `Use ${firstName}` }).click()
  await expect(button).toHaveText(firstName ?? "")
  const address = await page.evaluate(() => {
    return localStorage.getItem("atoll.development-wallet.selected") ?? ""
  })
  expect(await balanceOf(contracts.usdb, `0x${address.slice(2)}`)).toBe(100n * WAD)
})

test("costs a visitor nothing: the wallet code comes with the first press, and names a way on without a wallet", async ({
  page,
}) => {
  const hasWalletCode = watchForWalletCode(page)
  await page.goto("/launchpad")
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible()
  await untilIdle(page)
  expect(await hasWalletCode()).toBe(false)
  await openConnect(page)
  expect(await hasWalletCode()).toBe(true)
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByText("No wallet detected")).toBeVisible()
  await expect(dialog.getByRole("link", { name: "ethereum.org" })).toBeVisible()
})

deepTest(
  "shows whose wallet it was before the wallet answers, and nothing moves",
  async ({ page, wallet }) => {
    await page.goto("/launchpad")
    await connect(page, wallet)
    const before = await walletButton(page, wallet.account).boundingBox()
    // The wallet does not answer, as when it is locked: what is seen is remembered.
    wallet.isSilent = true
    await page.reload()
    await expect(walletButton(page, wallet.account)).toBeVisible()
    expect(await walletButton(page, wallet.account).boundingBox()).toEqual(before)
  },
)

test("says what is signed before the wallet opens, and goes on after the page was thrown away during the trip there", async ({
  page,
  wallet,
}) => {
  await rememberWallet(page, wallet)
  await page.goto("/launchpad")
  await walletButton(page, wallet.account).click()
  const sheet = page.getByRole("dialog", { name: "Your wallet" })
  await expect(sheet.getByText("It is free, moves no funds")).toBeVisible()
  expect(wallet.requests).not.toContain("personal_sign")
  await page.evaluate(
    (address) =>
      sessionStorage.setItem(
        "atoll.wallet.intent",
        JSON.stringify({ kind: "sign-in", wallet: address, at: Date.now() }),
      ),
    wallet.account.address.toLowerCase(),
  )
  await page.reload()
  await sheet.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(sheet.getByRole("button", { name: "Sign out this wallet" })).toBeVisible()
})

deepTest(
  "warns when the session is about to end, and renews it by one signature",
  async ({ page, wallet }) => {
    await rememberWallet(page, wallet)
    await page.goto("/launchpad")
    await walletButton(page, wallet.account).click()
    await signIn(page)
    await page.evaluate((address) => {
      localStorage.setItem(
        "atoll.session.until",
        JSON.stringify({ [address]: Date.now() + 300_000 }),
      )
    }, wallet.account.address.toLowerCase())
    // The message goes by itself: nothing else is waited for.
    await page.reload({ waitUntil: "commit" })
    await page.getByRole("button", { name: "Renew", exact: true }).click()
    const sheet = page.getByRole("dialog", { name: "Your wallet" })
    await sheet.getByRole("button", { name: "Renew session" }).click()
    await expect(sheet.getByText("Signed in", { exact: true })).toBeVisible()
  },
)
