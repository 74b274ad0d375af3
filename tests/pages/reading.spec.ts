import { mnemonicToAccount } from "viem/accounts"
import { shortenAddress } from "@/lib/format"
import { contracts } from "./helpers/chain"
import { stack } from "./helpers/stack"
import { expect, test } from "./helpers/test"

const trader = mnemonicToAccount(stack.mnemonic ?? "", { addressIndex: 2 }).address.toLowerCase()
const short = new RegExp(shortenAddress(trader))

// What a page says it says from the server; scripts only keep it up to date.
test.use({ javaScriptEnabled: false })

const pages: { path: string; says: (string | RegExp)[] }[] = [
  // The most traded one of the history, whatever others launch and trade.
  { path: "/", says: ["Northwind Compute", /\$\d/] },
  { path: "/launchpad?search=orchard", says: ["Orchard Guild"] },
  { path: "/launchpad?view=table&search=northwind", says: ["Northwind Compute", /\$\d/] },
  { path: `/tokens/${contracts.mainToken}`, says: ["TIDE", /\$\d/, /^(Buy|Sell)/] },
  { path: `/portfolio/${trader}`, says: [short, /\$\d/] },
  { path: `/wallets/${trader}`, says: [short] },
  { path: "/search?q=harbor", says: ["Harbor Reserve"] },
  { path: "/launch", says: ["Launch a token"] },
  { path: "/borrow", says: ["Rates", "2.15%", "97.85 USDB"] },
  { path: "/faucet", says: [/USDB/] },
  { path: "/docs/quickstart", says: ["curl", "sign.mjs"] },
  { path: "/docs/api/getApiV1Tokens", says: ["GET /api/v1/tokens", "isPrediction"] },
  { path: "/docs/search?q=stream", says: ["Streams"] },
  { path: "/docs/design", says: [/lagoon|water/i] },
]

test("every page can be read without scripts", { tag: "@long" }, async ({ page }) => {
  for (const { path, says } of pages) {
    await page.goto(path)
    await expect.soft(page.getByRole("heading", { level: 1 }), path).toBeVisible()
    const main = page.getByRole("main")
    for (const words of says) {
      const shown = main.getByText(words).filter({ visible: true }).first()
      await expect.soft(shown, `${words} on ${path}`).toBeVisible()
    }
  }
})
