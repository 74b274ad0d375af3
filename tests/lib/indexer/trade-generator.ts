import { parseEther } from "viem"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { operator, type TestChain } from "@/tests/helpers/chain"
import { compileHarness } from "@/tests/helpers/harness"

const FILE = "contracts/test/helpers/TradeGenerator.sol"

/** A contract that launches and trades within single transactions, with USDB of its own. */
export async function deployTradeGenerator(chain: TestChain) {
  const { abi, bytecode } = compileHarness(FILE, "TradeGenerator")
  const { usdb, mainToken, swap, factory } = chain.book
  const deployment = await chain.deploy(abi, bytecode, [usdb, mainToken, swap])
  const address = deployment.contractAddress
  if (!address) throw new Error("The trade generator was not deployed")
  await chain.write(operator, usdb, usdbAbi, "mint", [address, parseEther("1000000")])
  return {
    run: (token: string, rounds: bigint) =>
      chain.write(operator, address, abi, "run", [token, rounds, parseEther("10")]),
    launch: (symbol: string) =>
      chain.write(operator, address, abi, "launch", [factory, symbol, parseEther("10")]),
  }
}
