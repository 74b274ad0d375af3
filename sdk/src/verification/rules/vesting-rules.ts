import type { ActionFields, ActionName } from "../../client/types"
import type { ActionRule, CallRule, Rules } from "./rule"

type VestingAction = Extract<ActionName, `vesting.${string}` | `vault.${string}`>

type CreateRule = CallRule<ActionFields<"vesting.create">>

const created = {
  to: [{ book: "vesting" }],
  approval: { token: { field: "token" }, amount: { field: "amount" } },
  paysFee: true,
} as const

const cliff: CreateRule = {
  given: "unlockTime",
  signature:
    "function createCliffVesting(address beneficiary, address token, uint256 totalAmount, uint256 unlockTime, string memo, address ecosystem)",
  args: [
    { field: "beneficiary" },
    { field: "token" },
    { field: "amount" },
    { field: "unlockTime" },
    { sameText: "memo" },
    { book: "mainToken" },
  ],
  ...created,
}

const gradual: CreateRule = {
  missing: "unlockTime",
  signature:
    "function createGradualVesting(address beneficiary, address token, uint256 totalAmount, uint256 startTime, uint256 durationInDays, uint8 timeUnit, string memo, address ecosystem)",
  args: [
    { field: "beneficiary" },
    { field: "token" },
    { field: "amount" },
    { fieldOrAnything: "startTime" },
    { field: "durationInDays" },
    { field: "timeUnit" },
    { sameText: "memo" },
    { book: "mainToken" },
  ],
  ...created,
}

const ofShares = (functionName: "lock" | "unlock"): ActionRule<{ amount: string }> => ({
  calls: [
    {
      to: [{ book: "staking" }],
      signature: `function ${functionName}(uint256 shares)`,
      args: [{ field: "amount" }],
    },
  ],
})

/** The unpaid rest of a schedule. */
const schedule = { in: "gives", asset: null, amount: null } as const

const UNWRAP = "function sell(uint256 shares, bool claimUSDC, uint256 minUSDC)"

export const vestingRules: Pick<Rules, VestingAction> = {
  "vesting.create": {
    defaults: { memo: "", durationInDays: 0, timeUnit: 3 },
    gives: { in: "in", asset: { field: "token" }, amount: { field: "amount" } },
    calls: [cliff, gradual],
  },
  "vesting.claim": {
    calls: [
      {
        to: [{ book: "vesting" }],
        signature: "function claimTokens(uint256 vestingId)",
        args: [{ field: "vestingId" }],
      },
    ],
  },
  "vesting.extend": {
    calls: [
      {
        to: [{ book: "vesting" }],
        signature: "function extendVestingPeriod(uint256 vestingId, uint256 additionalDays)",
        args: [{ field: "vestingId" }, { field: "days" }],
      },
    ],
  },
  "vesting.add": {
    gives: { in: "in", asset: null, amount: { field: "amount" } },
    calls: [
      {
        to: [{ book: "vesting" }],
        signature: "function addTokensToVesting(uint256 vestingId, uint256 additionalAmount)",
        args: [{ field: "vestingId" }, { field: "amount" }],
        approval: { token: null, amount: { field: "amount" } },
      },
    ],
  },
  "vesting.changeBeneficiary": {
    gives: schedule,
    calls: [
      {
        to: [{ book: "vesting" }],
        signature: "function changeBeneficiary(uint256 vestingId, address newBeneficiary)",
        args: [{ field: "vestingId" }, { field: "beneficiary" }],
      },
    ],
  },
  // The new creator may name himself as the beneficiary.
  "vesting.transferCreator": {
    gives: schedule,
    calls: [
      {
        to: [{ book: "vesting" }],
        signature: "function transferCreatorRole(uint256 vestingId, address newCreator)",
        args: [{ field: "vestingId" }, { field: "creator" }],
      },
    ],
  },
  // TIDE is wrapped by the vault; USDB by the router, which buys TIDE first.
  "vault.wrap": {
    defaults: { payWith: "tide" },
    usdb: { field: "amount", when: { payWith: "usdb" } },
    calls: [
      {
        when: { payWith: "tide" },
        to: [{ book: "staking" }],
        signature: "function buy(uint256 amount)",
        args: [{ field: "amount" }],
        approval: { token: { book: "mainToken" }, amount: { field: "amount" } },
      },
      {
        when: { payWith: "usdb" },
        to: [{ book: "swap" }],
        signature:
          "function buyTokens(uint256 amount, uint256 minOut, address[] path, bool wrapTokens)",
        // The router bounds the TIDE, the quote the shares, each of which is worth at least one TIDE.
        args: [
          { field: "amount" },
          { atLeastMinimumOf: { book: "staking" } },
          { list: [{ book: "usdb" }, { book: "mainToken" }] },
          true,
        ],
        approval: { token: { book: "usdb" }, amount: { field: "amount" } },
      },
    ],
  },
  "vault.unwrap": {
    defaults: { receive: "tide" },
    sells: true,
    calls: [
      {
        when: { receive: "tide" },
        to: [{ book: "staking" }],
        signature: UNWRAP,
        args: [{ field: "amount" }, false, 0],
      },
      {
        when: { receive: "usdb" },
        to: [{ book: "staking" }],
        signature: UNWRAP,
        args: [{ field: "amount" }, true, { minimumOf: { book: "usdb" } }],
      },
    ],
  },
  "vault.lock": ofShares("lock"),
  "vault.unlock": ofShares("unlock"),
}
