import { decodeFunctionData, zeroAddress } from "viem"
import { describe, expect, it } from "vitest"
import { addressBook } from "@/lib/chain/deployment"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"
import { type AddressDirectory, encode, parseScenario } from "@/scripts/local/sample/scenario"

const CONTRACTS = [
  ...["factory", "swap", "marketTrading", "loanHub", "vesting", "usdb", "mainToken", "staking"],
  ...["resolver", "privateMarket", "reader", "leverage", "taxes", "identityRegistry"],
]
const upDown = {
  btc: zeroAddress,
  eth: zeroAddress,
  bnb: zeroAddress,
  cake: zeroAddress,
  doge: zeroAddress,
}
const directory: AddressDirectory = {
  book: addressBook.parse({
    chainId: 1,
    startBlock: 0,
    ...Object.fromEntries(CONTRACTS.map((name) => [name, zeroAddress])),
    upDown,
  }),
  wallet: () => zeroAddress,
  token: (symbol) => (symbol === "TIDE" ? zeroAddress : undefined),
}

describe("a line of the recorded history", () => {
  it("may name a time, and the full five minutes before it", () => {
    const line =
      '-1d00:00:00 Ingrid marketTrading.createMarket("?", "Q", +1d00:00:00/5m, ["A"], TIDE, false, 0, 1e18)'
    const [opening] = parseScenario(line, 1_795_230_123)
    if (!opening) throw new Error("The line is missing")
    const { data } = encode(opening, directory)
    const { args } = decodeFunctionData({ abi: marketTradingAbi, data })
    expect(args?.[2]).toBe(1_795_316_400n)
  })

  it.each([
    ["-1d00:00:00 Ingrid TIDE.approve(swap)", "TIDE has no approve of 1 arguments"],
    ["yesterday Ingrid TIDE.approve(swap, max)", "yesterday is no time"],
    ["-1d00:00:00 Nobody USDB.faucet(none)", "nobody is called Nobody"],
    ["-1d00:00:00 Ingrid TIDE.juggle()", "TIDE has no juggle of 0 arguments"],
    ["-1d00:00:00 Ingrid buys TIDE", "this is no call"],
  ])("refuses the line %j", (line, why) => {
    expect(() => parseScenario(line, 0)).toThrow(`${why}: ${line}`)
  })

  it.each([
    ["-1d00:00:00 Ingrid TIDE.approve(swop, max)", "nothing is called swop"],
    ["-1d00:00:00 Ingrid TIDE.approve(swap, much)", "much is no number"],
  ])("does not send the line %j", (line, why) => {
    const [action] = parseScenario(line, 0)
    expect(() => action && encode(action, directory)).toThrow(`${why}: ${line}`)
  })
})
