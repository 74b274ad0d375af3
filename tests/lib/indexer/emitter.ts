import { concat, type Hex, numberToHex, size } from "viem"
import { operator, type TestChain } from "@/tests/helpers/chain"

/**
 * Code of a contract that emits whatever it is called with: the call's first words are the topics, the
 * rest is the data.
 */
function emitterCode(topics: number): Hex {
  const word = (index: number) => numberToHex(index * 32, { size: 1 })
  const loads = Array.from(
    { length: topics },
    (_, i) => concat(["0x60", word(topics - 1 - i), "0x35"]), // PUSH1 offset, CALLDATALOAD
  )
  return concat([
    ...loads,
    "0x60", // PUSH1 start of the data
    word(topics),
    "0x3603", // CALLDATASIZE, SUB
    "0x8060", // DUP1, PUSH1 start of the data
    word(topics),
    "0x600037", // PUSH1 0, CALLDATACOPY
    "0x6000", // PUSH1 0
    numberToHex(0xa0 + topics, { size: 1 }), // LOGn
    "0x00",
  ])
}

type Log = { topics: Hex[]; data: Hex }

/** Emits a log from an address of any code, which it keeps; the log is as it is given. */
export async function emitFrom(chain: TestChain, address: string, { topics, data }: Log) {
  const code = await chain.call("eth_getCode", address, "latest")
  await chain.call("anvil_setCode", address, emitterCode(topics.length))
  const receipt = await chain.send(operator, address, concat([...topics, data]))
  await chain.call("anvil_setCode", address, code)
  if (receipt.logs.length !== 1) throw new Error(`No log was left, data ${size(data)} bytes`)
  return receipt
}
