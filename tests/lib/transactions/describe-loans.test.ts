import {
  type Abi,
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  getAbiItem,
  type Log,
} from "viem"
import { expect, test } from "vitest"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { describeLogs } from "@/lib/transactions/describe-logs"
import type { Names } from "@/lib/transactions/schema"
import { WAD } from "@/lib/units"

const at = (digit: string) => `0x${digit.repeat(40)}` as const
const [USDB, TIDE, HUB, VAULT, VESTING] = [at("1"), at("2"), at("3"), at("4"), at("5")]
const [ALICE, BOB] = [at("a"), at("b")]
const names: Names = {
  [USDB]: { name: "USDB", kind: "dollar" },
  [TIDE]: { name: "TIDE", kind: "token" },
  [HUB]: { name: "the loan hub", kind: "contract" },
  [VAULT]: { name: "wTIDE", kind: "contract" },
  [VESTING]: { name: "the vesting contract", kind: "contract" },
}

function log(emitter: string, abi: Abi, name: string, args: Record<string, unknown>): Log {
  const plain = (getAbiItem({ abi, name }) as AbiEvent).inputs.filter(({ indexed }) => !indexed)
  const topics = encodeEventTopics({ abi, eventName: name, args } as never)
  const data = encodeAbiParameters(plain, plain.map((input) => args[input.name ?? ""]) as never)
  return { address: emitter, topics, data } as unknown as Log
}

/** A sentence as text. */
function sentenceOf(...event: Parameters<typeof log>) {
  const lines = describeLogs([log(...event)], names, { usdb: USDB, mainToken: TIDE })
  return lines.map(({ sentence }) =>
    sentence
      .map((part) => {
        if (typeof part === "string") return part
        if (part.kind === "address")
          return part.address === ALICE ? "Alice" : part.address === BOB ? "Bob" : part.address
        if (part.kind === "amount") return `${part.value / WAD} ${names[part.token]?.name}`
        return part.kind === "usd" ? `$${part.value / WAD}` : part.kind
      })
      .join(""),
  )
}

const loan = { user: ALICE, hubId: 3n }

test.each([
  [
    HUB,
    loanHubAbi,
    "LoanCreated",
    { ...loan, coreId: 9n, borrowed: 5n * WAD },
    "Alice borrowed $5",
  ],
  [HUB, loanHubAbi, "LoanRepaid", loan, "Alice repaid loan 3"],
  [
    HUB,
    loanHubAbi,
    "LoanExtended",
    { ...loan, addDays: 20n, refinance: true },
    "Alice extended loan 3 by 20 days",
  ],
  [
    HUB,
    loanHubAbi,
    "PartialLoanSold",
    { ...loan, percentage: 50n, received: 7n * WAD },
    "Alice closed 50 % of loan 3 and received $7",
  ],
  [TIDE, mainTokenAbi, "LoanRepaid", { user: ALICE, loanId: 2n }, "Alice repaid loan 2"],
  [
    TIDE,
    mainTokenAbi,
    "LoanLiquidated",
    { user: ALICE, loanId: 2n, liquidator: BOB },
    "Bob liquidated loan 2 of Alice",
  ],
  [
    VAULT,
    stakingVaultAbi,
    "Bought",
    { user: ALICE, stasisSpent: 11n * WAD, wStasisReceived: 10n * WAD },
    "Alice wrapped 11 TIDE in 10 wTIDE",
  ],
  [
    VAULT,
    stakingVaultAbi,
    "LoanTaken",
    { ...loan, stasisCollateralUsed: 4n * WAD },
    "Alice borrowed on 4 TIDE",
  ],
  [
    VAULT,
    stakingVaultAbi,
    "YieldInjected",
    { usdcAmount: 4n * WAD, stasisAdded: 2n * WAD },
    "4 USDB bought 2 TIDE for the vault",
  ],
  [
    VESTING,
    vestingAbi,
    "LoanRepaid",
    { vestingId: 7n, loanId: 1n },
    "The loan on vesting schedule 7 was repaid",
  ],
  [
    VESTING,
    vestingAbi,
    "VestingCreated",
    { vestingId: 7n, creator: ALICE, beneficiary: BOB, token: TIDE, totalAmount: 5n * WAD },
    "Alice locked 5 TIDE for Bob in vesting schedule 7",
  ],
] as const)("%s %#: %s", (emitter, abi, name, args, sentence) => {
  expect(sentenceOf(emitter, abi as Abi, name, args)).toEqual([sentence])
})

test("the inner half of a loan is not told", () => {
  const args = { user: HUB, loanId: 2n }
  expect(sentenceOf(TIDE, mainTokenAbi as Abi, "LoanRepaid", args)).toEqual([])
  const created = { user: VAULT, hubId: 1n, coreId: 2n, borrowed: WAD }
  expect(sentenceOf(HUB, loanHubAbi as Abi, "LoanCreated", created)).toEqual([])
})
