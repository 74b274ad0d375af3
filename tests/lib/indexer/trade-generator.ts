import type { Abi } from "viem"
import { parseEther } from "viem"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { compile, compilerInput } from "@/scripts/contracts/solidity.mjs"
import { operator, type TestChain } from "@/tests/helpers/chain"

type Output = { abi: Abi; evm: { bytecode: { object: string } } }

const FILE = "scripts/bench/TradeGenerator.sol"

/** A contract that launches and trades within single transactions, with USDB of its own. */
export async function deployTradeGenerator(chain: TestChain) {
  const output = compile(compilerInput([FILE])) as Record<string, Record<string, Output>>
  const generator = output[FILE]?.TradeGenerator
  if (!generator) throw new Error("The trade generator was not compiled")
  const { abi, evm } = generator
  const { usdb, mainToken, swap, factory } = chain.book
  const made = await chain.deploy(abi, `0x${evm.bytecode.object}`, [usdb, mainToken, swap])
  const address = made.contractAddress
  if (!address) throw new Error("The trade generator was not deployed")
  await chain.write(operator, usdb, usdbAbi, "mint", [address, parseEther("1000000")])
  return {
    run: (token: string, rounds: bigint) =>
      chain.write(operator, address, abi, "run", [token, rounds, parseEther("10")]),
    launch: (symbol: string) =>
      chain.write(operator, address, abi, "launch", [factory, symbol, parseEther("10")]),
  }
}
