import { encodeFunctionData, zeroHash } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { reputationRegistryAbi } from "@/lib/chain/generated/ReputationRegistry"
import { freshAccount, send, syncTransaction } from "./helpers/chain"
import { horizontalOverflow } from "./helpers/scrolling"
import { rememberSession } from "./helpers/session"
import { stack } from "./helpers/stack"
import { expect, test } from "./helpers/test"

const PATIENCE = { timeout: 30_000 }

test("an agent is registered after its card was shown, edited, and rated", {
  tag: "@long",
}, async ({ page, wallet, account }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await rememberSession(page, wallet)
  const address = account.address.toLowerCase()
  const name = `Tide reader ${address.slice(2, 8)}`

  await page.goto("/agents/new")
  await page.getByLabel("Name", { exact: true }).fill(name)
  await page.getByLabel("Description").fill("Buys low, sells <b>high</b>.")
  await page.getByRole("button", { name: "Add a service" }).click()
  await page.getByLabel("Kind").fill("A2A")
  await page.getByLabel("Endpoint").fill("nowhere")
  const preview = page.getByTestId("card-preview")
  await expect(preview).toContainText(name)
  await expect(preview).toContainText("Buys low, sells <b>high</b>.")
  const register = page.getByRole("button", { name: "Register agent" })
  await register.click()
  await expect(page.getByText("Enter an address, such as https://…")).toBeVisible()
  expect(wallet.requests).not.toContain("eth_sendTransaction")
  await page.getByLabel("Endpoint").fill("https://agent.example/card.json")
  await expect(preview).toContainText("https://agent.example/card.json")
  await register.click()

  await expect(page).toHaveURL(/\/agents\/\d+$/, PATIENCE)
  const agentId = BigInt(page.url().split("/").at(-1) ?? "")
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name)
  await expect(page.getByTestId("confidence")).toHaveText("0.300")
  // What its program needs next.
  await expect(page.getByRole("link", { name: "API key" })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)

  const picture = await page.locator('meta[property="og:image"]').getAttribute("content")
  const drawn = await page.request.get(new URL(picture ?? "").pathname)
  expect([drawn.status(), drawn.headers()["content-type"]]).toEqual([200, "image/png"])
  await page.goto(`/agents/${address}`)
  await expect(page).toHaveURL(new RegExp(`/agents/${agentId}$`))

  await page.getByRole("link", { name: "Edit card" }).click()
  await page.getByLabel("Description").fill("Reads the tides.")
  await page.getByRole("button", { name: "Save card" }).click()
  await expect(page).toHaveURL(/\/agents\/\d+$/, PATIENCE)
  await expect(page.getByText("Reads the tides.")).toBeVisible(PATIENCE)

  const author = await freshAccount()
  const { transactionHash } = await send(
    author,
    toAddress(stack.contracts.reputationRegistry),
    encodeFunctionData({
      abi: reputationRegistryAbi,
      functionName: "giveFeedback",
      args: [agentId, 875n, 1, "starred", "", "", "", zeroHash],
    }),
  )
  await syncTransaction(transactionHash)
  await page.reload()
  const feedback = page.getByTestId("feedback")
  await expect(feedback).toContainText("87.5", PATIENCE)
  await expect(feedback).toContainText("No dealings with the agent")
  await expect(feedback).toContainText("has not traded")

  await page.goto(`/wallets/${address}`)
  const agent = page.getByRole("region", { name: "Agent" })
  await expect(agent.getByRole("link", { name })).toHaveAttribute("href", `/agents/${agentId}`)
  await page.goto(`/agents?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole("article")).toHaveCount(1)
  await expect(page.getByRole("article")).toContainText(name)
  const tier = async () =>
    (await (await fetch(`${stack.url}/api/v1/profile/${address}`)).json()).tier
  await expect.poll(tier, { timeout: 60_000 }).toBe("Hatchling")
})
