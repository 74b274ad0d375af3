import { shortAddress } from "@/lib/format"
import { balanceOf, contracts, freshAccount } from "./helpers/chain"
import { stack } from "./helpers/stack"
import { connect, expect, openConnect, signIn, test, walletButton } from "./helpers/test"
import { switchAccount } from "./helpers/wallet"

test("connects an announced wallet and still knows it after a reload", async ({ page, wallet }) => {
  await page.goto("/settings")
  await connect(page, wallet)
  await page.reload()
  await expect(walletButton(page, wallet.account)).toBeVisible()
})

test("disconnects", async ({ page, wallet }) => {
  await page.goto("/settings")
  await connect(page, wallet)
  await walletButton(page, wallet.account).click()
  await page.getByRole("button", { name: "Disconnect" }).click()
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible()
})

test("says what to do when the wallet declines to connect, and connects after that", async ({
  page,
  wallet,
}) => {
  wallet.decline("eth_requestAccounts")
  await page.goto("/settings")
  await openConnect(page)
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Test Wallet" }).click()
  await expect(dialog.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(dialog.getByText("Start again when you are ready.")).toBeVisible()
  await dialog.getByRole("button", { name: "Test Wallet" }).click()
  await expect(walletButton(page, wallet.account)).toBeVisible()
})

test("signs in with Ethereum, keeps the session over a reload, and signs out", async ({
  page,
  wallet,
}) => {
  await page.goto("/settings")
  await connect(page, wallet)
  await signIn(page)
  await page.reload()
  await page.getByRole("button", { name: "Sign out", exact: true }).click()
  await expect(page.getByText("Nobody is signed in")).toBeVisible()
  const me = await page.request.get("/api/auth/me")
  expect(await me.json()).toMatchObject({ isLoggedIn: false })
})

test("stays signed out when the wallet declines to sign", async ({ page, wallet }) => {
  await page.goto("/settings")
  await connect(page, wallet)
  wallet.decline("personal_sign")
  await page.getByRole("button", { name: "Sign in with this wallet" }).click()
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(page.getByText("Nobody is signed in")).toBeVisible()
})

test("holds several wallets in one session, lets one act and removes one", async ({
  page,
  wallet,
}) => {
  const first = wallet.account
  await page.goto("/settings")
  await connect(page, wallet)
  await signIn(page)
  const second = await freshAccount()
  await switchAccount(page, wallet, second)
  await expect(walletButton(page, second)).toBeVisible()
  await signIn(page)

  const short = shortAddress(first.address.toLowerCase())
  await page.getByRole("button", { name: `Act as ${short}` }).click()
  await expect(page.getByText(`they act for ${short}`)).toBeVisible()
  await page.getByRole("button", { name: `Remove ${short} from the session` }).click()
  await expect(page.getByText(`they act for ${short}`)).toBeHidden()
  const me = await page.request.get("/api/auth/me")
  expect(await me.json()).toMatchObject({ addresses: [second.address.toLowerCase()] })
})

test("offers to switch a wallet on another chain, and adds the chain where it is unknown", async ({
  page,
  wallet,
}) => {
  await page.goto("/faucet")
  await connect(page, wallet)
  wallet.chainId = 1
  wallet.knowsChain = false
  await page.reload()
  await expect(page.getByText("Your wallet is on another chain")).toBeVisible()
  await page.getByRole("button", { name: /^Switch to/ }).click()
  await expect(page.getByRole("button", { name: /^Claim/ })).toBeVisible()
  expect(wallet.requests).toContain("wallet_addEthereumChain")
  expect(wallet.chainId).toBe(stack.chainId)
})

test("says so when the wallet declines to switch", async ({ page, wallet }) => {
  await page.goto("/faucet")
  await connect(page, wallet)
  wallet.chainId = 1
  await page.reload()
  wallet.decline("wallet_switchEthereumChain")
  await page.getByRole("button", { name: /^Switch to/ }).click()
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
})

test("brings a funded development wallet with several accounts", async ({ page }) => {
  await page.goto("/faucet")
  await openConnect(page)
  await page.getByRole("button", { name: "Development wallet" }).click()
  const button = page.getByRole("button", { name: /^Your wallet/ })
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
  expect(await balanceOf(contracts.usdb, `0x${address.slice(2)}`)).toBe(100n * 10n ** 18n)
})
