import type { Page } from "@playwright/test"
import sharp from "sharp"
import { freshAccount, isListed, launchToken, multiplierOf } from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { smallTargets } from "./helpers/target-size"
import { connect, deepTest, expect, rememberWallet, test } from "./helpers/test"

type Identity = { symbol: string; name: string }

/** The button of a step in the row above the form. */
const stepButton = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Launch steps" }).getByRole("button", { name })

/** Fills the first step. */
async function identify(page: Page, { symbol, name }: Identity) {
  await page.getByLabel("Symbol").fill(symbol)
  await page.getByLabel("Name", { exact: true }).fill(name)
  const preview = page.getByRole("heading", { name: "Preview" }).locator("../..")
  await expect(preview).toContainText(symbol)
}

async function toMarket(page: Page) {
  await page.getByRole("button", { name: "Next: pool" }).click()
  await expect(page.getByRole("heading", { name: "Pool", exact: true })).toBeVisible()
}

async function toReview(page: Page) {
  await toMarket(page)
  await page.getByRole("button", { name: "Next: review" }).click()
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible()
}

const launch = (page: Page) => page.getByRole("button", { name: "Launch token" }).click()

async function signAndStore(page: Page) {
  await page.getByRole("button", { name: "Sign in with this wallet" }).click()
}

const isLive = (page: Page) => page.waitForURL(/\/launch\/0x[0-9a-f]{40}$/)

function picture() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <rect width="900" height="600" fill="#0b7285"/><circle cx="450" cy="300" r="220" fill="#ffd43b"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function choosePicture(page: Page) {
  const buffer = await picture()
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "sun.png", mimeType: "image/png", buffer })
  const dialog = page.getByRole("dialog", { name: "Crop the picture" })
  // Without a pointer: closer, and a little to the side.
  await dialog.getByRole("slider", { name: "Zoom" }).press("ArrowRight")
  await dialog.getByRole("group", { name: "Part of the picture" }).press("ArrowLeft")
  await dialog.getByRole("button", { name: "Use picture" }).click()
  await expect(page.getByAltText("Preview")).toBeVisible()
}

/** Whether a picture was loaded and drawn, and how wide it is. */
const widthOf = (page: Page) =>
  page
    .locator('main img[src*="/ipfs/"]')
    .first()
    .evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0))

test("launches a token with a picture unless the wallet declines, and shares it", async ({
  page,
  wallet,
}) => {
  const name = `Manta ${wallet.account.address.slice(2, 10)}`
  await rememberWallet(page, wallet)
  await page.goto("/launch")
  await identify(page, { symbol: "MANTA", name })
  await choosePicture(page)
  await page.getByLabel("Description").fill("A ray of hope.")
  await page.getByLabel("Website").fill("https://manta.example")
  await toMarket(page)
  const multiplier = page.getByRole("slider", { name: "Multiplier" })
  await multiplier.press("Home")
  await multiplier.press("ArrowRight")
  await expect(page.getByText("Floor+ 2", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Next: review" }).click()
  await expect(page.getByText("Creation fee")).toBeVisible()
  wallet.decline("eth_sendTransaction")
  await launch(page)
  await expect(page.getByText("You declined the request in your wallet.")).toBeVisible()
  await expect(page).toHaveURL(/\/launch\?step=review/)
  await launch(page)
  await signAndStore(page)
  await isLive(page)
  await expect(page.getByRole("heading", { name: "MANTA is live" })).toBeVisible()
  await expect(page.getByText("A ray of hope.")).toBeVisible()
  await expect.poll(() => widthOf(page)).toBe(512)
  await expect(page.getByRole("link", { name: /Post on X/ })).toHaveAttribute("href", /intent/)

  const token = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  expect(await isListed(`0x${token.slice(2)}`)).toBe(true)
  expect(await multiplierOf(`0x${token.slice(2)}`)).toBe(2n)
  await page.getByRole("link", { name: "Make the first buy" }).click()
  await page.waitForURL(/\/tokens\/0x[0-9a-f]{40}/)
  await expect.poll(() => widthOf(page)).toBe(512)
  // Nothing is left of the draft.
  await page.goto("/launch")
  await expect(page.getByLabel("Symbol")).toHaveValue("")
})

deepTest("keeps the draft through a reload, and the steps in the history", async ({ page }) => {
  await page.goto("/launch")
  await identify(page, { symbol: "SQUID", name: "Giant squid" })
  await choosePicture(page)
  await toMarket(page)
  await page.getByLabel("Start liquidity").fill("2500")
  await page.reload()
  await expect(page.getByLabel("Start liquidity")).toHaveValue("2500")
  await page.goBack()
  await expect(page.getByLabel("Symbol")).toHaveValue("SQUID")
  await expect(page.getByAltText("Preview")).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel("Start liquidity")).toBeVisible()
})

deepTest("goes on after a reload between the launch and the storing", async ({ page, wallet }) => {
  await rememberWallet(page, wallet)
  await page.goto("/launch")
  const name = `Eel ${wallet.account.address.slice(2, 10)}`
  await identify(page, { symbol: "EEL", name })
  await choosePicture(page)
  await toReview(page)
  await launch(page)
  await expect(page.getByText("Upload picture and description")).toBeVisible()
  await page.reload()
  await expect(page.getByText("Upload picture and description")).toBeVisible()
  await expect(page.getByRole("button", { name: "Launch token" })).toBeHidden()
  await signAndStore(page)
  await isLive(page)
  await expect.poll(() => widthOf(page)).toBe(512)
  expect(wallet.requests.filter((method) => method === "eth_sendTransaction")).toHaveLength(1)
})

deepTest(
  "offers to store again when the service cannot",
  async ({ page, wallet, expectedNoise }) => {
    expectedNoise.push(/503/)
    const problem = { error: "The pinning service cannot be reached", code: "UPSTREAM_UNAVAILABLE" }
    await page.route(
      "**/api/projects/**",
      (route) => route.fulfill({ status: 503, json: problem }),
      {
        times: 1,
      },
    )
    await rememberWallet(page, wallet)
    await page.goto("/launch")
    await identify(page, { symbol: "CRAB", name: `Crab ${wallet.account.address.slice(2, 10)}` })
    await page.getByLabel("Description").fill("Walks sideways.")
    await toReview(page)
    await launch(page)
    await signAndStore(page)
    await page.getByRole("button", { name: "Try again" }).click()
    await isLive(page)
    await expect(page.getByText("Walks sideways.")).toBeVisible()
  },
)

deepTest(
  "lets the creator edit in place, and nobody else",
  async ({ page, wallet, browser, baseURL }) => {
    const token = await launchToken(wallet.account, { symbol: "OTTER" })
    await page.goto(`/launch/${token}`)
    await connect(page, wallet)
    await page.getByRole("button", { name: "Edit picture and text" }).click()
    const sheet = page.getByRole("dialog", { name: "Edit OTTER" })
    await sheet.getByRole("button", { name: "Sign in with this wallet" }).click()
    const save = sheet.getByRole("button", { name: "Save" })
    await sheet.getByLabel("Telegram").fill("two words")
    await expect(save).toBeDisabled()
    await sheet.getByLabel("Telegram").fill("@otters")
    await expect(save).toBeEnabled()
    await sheet.getByLabel("Telegram").fill("")
    await expect(save).toBeDisabled()
    await sheet.getByLabel("Telegram").fill("@otters")
    await sheet.getByLabel("Description").fill("Holds hands while asleep.")
    // Closed by mistake: nothing is lost.
    await page.keyboard.press("Escape")
    await expect(sheet).toBeHidden()
    await page.getByRole("button", { name: "Edit picture and text" }).click()
    await expect(sheet.getByLabel("Description")).toHaveValue("Holds hands while asleep.")
    await save.click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText("Holds hands while asleep.")).toBeVisible()
    await page.getByRole("button", { name: "Edit picture and text" }).click()
    await sheet.getByLabel("Description").fill("Sinks.")
    await sheet.getByRole("button", { name: "Discard changes" }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole("button", { name: "Edit picture and text" }).click()
    await expect(sheet.getByLabel("Description")).toHaveValue("Holds hands while asleep.")
    await expect(save).toBeDisabled()

    const stranger = await browser.newPage(baseURL ? { baseURL } : {})
    await stranger.goto(`/launch/${token}`)
    await expect(stranger.getByText("Holds hands while asleep.")).toBeVisible()
    await expect(stranger.getByRole("button", { name: "Edit picture and text" })).toBeHidden()
    await stranger.close()
  },
)

deepTest(
  "warns of a token that is already called so, takes no file that is no picture, and says what the factory would refuse",
  async ({ page, wallet }) => {
    const account = await freshAccount()
    const symbol = `S${account.address.slice(2, 8)}`
    await launchToken(account, { symbol })
    await rememberWallet(page, wallet)
    await page.goto("/launch")
    await identify(page, { symbol: symbol.toLowerCase(), name: "Something else" })
    await expect(page.getByText("Similar tokens exist")).toBeVisible()
    await expect(page.getByRole("link", { name: new RegExp(symbol) })).toBeVisible()

    const input = page.locator("input[type=file]")
    const text = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")
    await input.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: text })
    await expect(page.getByText("Choose a PNG, JPEG, WebP or GIF picture.")).toBeVisible()
    await input.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: text })
    await expect(page.getByText("This file cannot be read as a picture.")).toBeVisible()
    await expect(page.getByRole("dialog")).toBeHidden()

    await identify(page, { symbol: "A B", name: "x".repeat(129) })
    await page.getByRole("button", { name: "Next: pool" }).click()
    for (const complaint of [
      "A symbol has no spaces.",
      "At most 128 bytes; letters beyond a–z may take several.",
    ]) {
      await expect(page.getByText(complaint)).toBeVisible()
    }
    await stepButton(page, "Pool").click()
    await page.getByLabel("Start liquidity").fill("99")
    await page.getByLabel("Start frozen").check()
    await page.getByRole("button", { name: "Next: review" }).click()
    await stepButton(page, "Review").click()
    for (const complaint of [
      "A symbol has no spaces.",
      "At most 128 bytes; letters beyond a–z may take several.",
      "Enter whole dollars from 100 to 10,000.",
      "A frozen token needs a reward phase of at least 1 USDB.",
    ]) {
      await expect(page.getByText(complaint)).toBeVisible()
    }
    await expect(page.getByRole("button", { name: "Launch token" })).toBeDisabled()
    expect(wallet.requests).not.toContain("eth_sendTransaction")
  },
)

deepTest("fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto("/launch")
  await identify(page, { symbol: "W".repeat(32), name: "W".repeat(128) })
  for (const [step, heading] of [
    ["Details", "Token details"],
    ["Pool", "Pool"],
    ["Review", "Review"],
  ] as const) {
    await stepButton(page, step).click()
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible()
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    expect(await smallTargets(page)).toEqual([])
  }
})
