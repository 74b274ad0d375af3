import type { ActionOf, AddressBook } from "../client/types"
import { aboveZero, anything, type Expectation, quotedMinimum, sameText } from "./expected-call"

const create: Expectation<ActionOf<"vesting.create">> = (action, book) => {
  const { token, beneficiary, amount, memo = "", unlockTime } = action
  const common = { to: [book.vesting], approval: { token, amount }, paysFee: true }
  if (unlockTime !== undefined) {
    return [
      {
        ...common,
        signature:
          "function createCliffVesting(address beneficiary, address token, uint256 totalAmount, uint256 unlockTime, string memo, address ecosystem)",
        args: [beneficiary, token, amount, unlockTime, sameText(memo), book.mainToken],
      },
    ]
  }
  const { startTime = anything, durationInDays = 0, timeUnit = 3 } = action
  const terms = [startTime, durationInDays, timeUnit]
  return [
    {
      ...common,
      signature:
        "function createGradualVesting(address beneficiary, address token, uint256 totalAmount, uint256 startTime, uint256 durationInDays, uint8 timeUnit, string memo, address ecosystem)",
      args: [beneficiary, token, amount, ...terms, sameText(memo), book.mainToken],
    },
  ]
}

const claim: Expectation<ActionOf<"vesting.claim">> = ({ vestingId }, book) => [
  {
    to: [book.vesting],
    signature: "function claimTokens(uint256 vestingId)",
    args: [vestingId],
  },
]

const extend: Expectation<ActionOf<"vesting.extend">> = ({ vestingId, days }, book) => [
  {
    to: [book.vesting],
    signature: "function extendVestingPeriod(uint256 vestingId, uint256 additionalDays)",
    args: [vestingId, days],
  },
]

const add: Expectation<ActionOf<"vesting.add">> = ({ vestingId, amount }, book) => [
  {
    to: [book.vesting],
    signature: "function addTokensToVesting(uint256 vestingId, uint256 additionalAmount)",
    args: [vestingId, amount],
    approval: { token: null, amount },
  },
]

const changeBeneficiary: Expectation<ActionOf<"vesting.changeBeneficiary">> = (action, book) => [
  {
    to: [book.vesting],
    signature: "function changeBeneficiary(uint256 vestingId, address newBeneficiary)",
    args: [action.vestingId, action.beneficiary],
  },
]

const transferCreator: Expectation<ActionOf<"vesting.transferCreator">> = (action, book) => [
  {
    to: [book.vesting],
    signature: "function transferCreatorRole(uint256 vestingId, address newCreator)",
    args: [action.vestingId, action.creator],
  },
]

/** TIDE is wrapped by the vault; USDB by the router, which buys TIDE first. */
const wrap: Expectation<ActionOf<"vault.wrap">> = ({ amount, payWith = "tide" }, book) => {
  if (payWith === "tide") {
    return [
      {
        to: [book.staking],
        signature: "function buy(uint256 amount)",
        args: [amount],
        approval: { token: book.mainToken, amount },
      },
    ]
  }
  return [
    {
      to: [book.swap],
      signature:
        "function buyTokens(uint256 amount, uint256 minOut, address[] path, bool wrapTokens)",
      // The router bounds the TIDE; the quote names the least shares.
      args: [amount, aboveZero, [book.usdb, book.mainToken], true],
      approval: { token: book.usdb, amount },
    },
  ]
}

const unwrap: Expectation<ActionOf<"vault.unwrap">> = ({ amount, receive = "tide" }, book) => [
  {
    to: [book.staking],
    signature: "function sell(uint256 shares, bool claimUSDC, uint256 minUSDC)",
    args: [amount, receive === "usdb", receive === "usdb" ? quotedMinimum : 0],
  },
]

const ofShares =
  (functionName: "lock" | "unlock"): Expectation<{ amount: string }> =>
  ({ amount }, { staking }: AddressBook) => [
    { to: [staking], signature: `function ${functionName}(uint256 shares)`, args: [amount] },
  ]

export const vestingCalls = {
  "vesting.create": create,
  "vesting.claim": claim,
  "vesting.extend": extend,
  "vesting.add": add,
  "vesting.changeBeneficiary": changeBeneficiary,
  "vesting.transferCreator": transferCreator,
  "vault.wrap": wrap,
  "vault.unwrap": unwrap,
  "vault.lock": ofShares("lock"),
  "vault.unlock": ofShares("unlock"),
}
