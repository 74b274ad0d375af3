import { createWalletClient, encodeFunctionData, http, keccak256, zeroAddress } from "viem"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { chain, claimUsdb, contracts, freshAccount, publicClient } from "./helpers/chain"
import { stack } from "./helpers/stack"
import { deepTest, expect, test } from "./helpers/test"

const data = encodeFunctionData({ abi: usdbAbi, functionName: "faucet", args: [zeroAddress] })
const call = { to: contracts.usdb, data, gas: 500_000n } as const

test("says in words what a transaction asked for and did, without any script", {
  tag: "@long",
}, async ({ browser }) => {
  const { transactionHash, blockNumber } = await claimUsdb(await freshAccount())
  const page = await browser.newPage({ baseURL: stack.url, javaScriptEnabled: false })
  await page.goto(`/tx/${transactionHash}`)
  await expect(page.getByTestId("status")).toContainText(/Confirmed/)
  await expect(page.getByText("Claim from the faucet", { exact: true })).toBeVisible()
  await expect(page.getByText(/100 USDB minted to/)).toBeVisible()
  await expect(page.getByText(blockNumber.toLocaleString("en-US"), { exact: true })).toBeVisible()
  await page.close()
})

test("keeps looking for a transaction nobody has sent yet", { tag: "@long" }, async ({ page }) => {
  const account = await freshAccount()
  const wallet = createWalletClient({ account, chain, transport: http(stack.rpcUrl) })
  const request = await wallet.prepareTransactionRequest(call)
  const serialized = await wallet.signTransaction(request)
  await page.goto(`/tx/${keccak256(serialized)}`)
  await expect(page.getByText("Transaction not found yet")).toBeVisible()
  await wallet.sendRawTransaction({ serializedTransaction: serialized })
  await expect(page.getByTestId("status")).toContainText(/Confirmed/)
  // And on to the index, by itself.
  await expect(page.getByTestId("status")).toContainText("Included in a block and indexed.")
})

deepTest("explains why a transaction was reverted", async ({ page }) => {
  const account = await freshAccount()
  await claimUsdb(account)
  const wallet = createWalletClient({ account, chain, transport: http(stack.rpcUrl) })
  const hash = await wallet.sendTransaction(call)
  await publicClient.waitForTransactionReceipt({ hash })
  await page.goto(`/tx/${hash.toUpperCase().replace("0X", "0x")}`)
  await expect(page.getByTestId("status")).toContainText("Failed")
  await expect(page.getByText("This wallet has claimed within the last 24 hours.")).toBeVisible()
  await expect(page.getByText("Code CooldownActive")).toBeVisible()
})
