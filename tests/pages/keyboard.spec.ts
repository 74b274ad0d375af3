import type { Locator, Page } from "@playwright/test"
import { balanceOf, freshAccount, launchToken } from "./helpers/chain"
import { claimUsdbFor, deepTest, expect, test, walletButton } from "./helpers/test"

// As most people see it: with everything that moves.
test.use({ contextOptions: { reducedMotion: "no-preference" } })

/** More stops than any page has before what is looked for. */
const MOST_STOPS = 120

test("connects and trades with the keyboard alone", { tag: "@long" }, async ({ page, wallet }) => {
  const [token] = await Promise.all([
    launchToken(await freshAccount(), { symbol: "CORAL" }),
    claimUsdbFor(wallet),
  ])
  // The way leads through the main token, whose price others move at the same time: 5 % instead of 1 %.
  await page.addInitScript(() => localStorage.setItem("atoll.slippage", "500"))
  await page.goto(`/tokens/${token}`)
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible()
  await tabTo(page, page.getByRole("banner").getByRole("button", { name: "Connect wallet" }))
  await page.keyboard.press("Enter")
  const choice = page.getByRole("dialog").getByRole("button", { name: "Test Wallet" })
  await expect(choice).toBeVisible()
  await tabTo(page, choice)
  await page.keyboard.press("Enter")
  await expect(walletButton(page, wallet.account)).toBeVisible()
  await expect(page.getByRole("dialog")).toBeHidden()

  await expect(page.getByText("Balance 100")).toBeVisible()
  await tabTo(page, page.getByLabel("You pay"))
  await page.keyboard.type("5")
  await expect(page.getByText("Quote confirmed for the next block")).toBeVisible()
  await tabTo(page, page.getByRole("button", { name: "Approve and buy CORAL" }))
  await page.keyboard.press("Enter")
  await expect.poll(() => balanceOf(token, wallet.account.address)).toBeGreaterThan(0n)
  await expect(page.getByText(/^Bought .* CORAL$/)).toBeVisible()
})

deepTest(
  "skips the navigation, closes what is open with Escape and gives the focus back",
  async ({ page, wallet }) => {
    await page.goto("/faucet")
    await page.keyboard.press("Tab")
    const skip = page.getByRole("link", { name: "Skip to content" })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    const connect = page.getByRole("banner").getByRole("button", { name: "Connect wallet" })
    await connect.focus()
    await page.keyboard.press("Enter")
    // Until it has taken the focus it hears no key.
    await expect(page.getByRole("dialog").locator(":focus")).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toBeHidden()
    await expect(connect).toBeFocused()
    expect(wallet.requests).not.toContain("eth_requestAccounts")
  },
)

/** Every stop on the way has to show where the focus is. */
async function tabTo(page: Page, target: Locator) {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
    const unseen = await page.evaluate(unseenFocus)
    expect(unseen, "has the focus without showing it").toBeNull()
  }
  throw new Error(`${MOST_STOPS} presses of Tab did not reach ${target}`)
}

/** Runs in the page. */
function unseenFocus() {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return null
  // The ring may be around what surrounds a field.
  for (let element: Element | null = activeElement; element; element = element.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const hasRing = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
    if (hasRing || (element !== activeElement && boxShadow !== "none")) return null
  }
  return activeElement.outerHTML.slice(0, 200)
}
