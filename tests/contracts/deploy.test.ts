import { createPublicClient, getAddress, http, parseEther } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type AddressBook, addressBook } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { type Anvil, startAnvil } from "@/scripts/local/anvil"
import { deployContracts } from "@/scripts/local/deploy"

const account = mnemonicToAccount("test test test test test test test test test test test junk")
const treasury = mnemonicToAccount("test test test test test test test test test test test junk", {
  addressIndex: 1,
}).address

let anvil: Anvil
let book: AddressBook

beforeAll(async () => {
  anvil = await startAnvil()
  book = await deployContracts({
    rpcUrl: anvil.url,
    chainId: 31337,
    account,
    faucetOperator: treasury,
  })
})

afterAll(() => anvil.stop())

test("the address book is complete, in lower case, and starts with the first deployment", () => {
  expect(addressBook.parse(book)).toEqual(book)
  expect(book.startBlock).toBe(1)
})

test("the contracts know each other", async () => {
  const client = createPublicClient({ transport: http(anvil.url) })
  const main = { address: getAddress(book.mainToken), abi: mainTokenAbi }
  const swap = { address: getAddress(book.swap), abi: swapAbi }
  const taxes = { address: getAddress(book.taxes), abi: taxesAbi }
  const usdb = { address: getAddress(book.usdb), abi: usdbAbi }
  const read = await Promise.all([
    client.readContract({ ...main, functionName: "SWAP" }),
    client.readContract({ ...main, functionName: "CEO" }),
    client.readContract({ ...main, functionName: "token1" }),
    client.readContract({ ...main, functionName: "getUSDPrice" }),
    client.readContract({ ...swap, functionName: "FACTORY" }),
    client.readContract({ ...swap, functionName: "TAXES" }),
    client.readContract({ ...taxes, functionName: "treasury" }),
    client.readContract({ ...taxes, functionName: "marketRegistry" }),
    client.readContract({ ...usdb, functionName: "faucetOperator" }),
  ])
  expect(read).toEqual([
    swap.address,
    account.address,
    usdb.address,
    parseEther("1"),
    getAddress(book.factory),
    taxes.address,
    treasury,
    getAddress(book.factory),
    treasury,
  ])
})
