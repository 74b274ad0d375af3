import { WAD } from "@/lib/units"
import { addressOf, MAIN } from "@/tests/helpers/rows"
import { HUB, type LoanChain, type LoanState, VAULT, VESTING } from "./loan-chain"

/** A history with every event of loans, the vault and vesting. */

export const [alice, bob, carol, dave] = [0xa1, 0xb0, 0xca, 0xda].map(addressOf) as [
  string,
  string,
  string,
  string,
]
const zero = `0x${"0".repeat(40)}`
const DAY = 86_400

const loanOf = (chain: LoanChain, more: Partial<LoanState> = {}): LoanState => ({
  ...{ token: MAIN, collateral: 10n * WAD, debt: 5n * WAD, borrowed: 4n * WAD },
  ...{ creation: chain.time, liquidation: chain.time + 30 * DAY },
  ...{ isLiquidated: false, active: true, ...more },
})

const event = (from: string, name: string, args: Record<string, unknown>) => ({ from, name, args })

/** Both halves of a loan that somebody takes on the hub. */
const created = (chain: LoanChain, user: string, [coreId, hubId]: [bigint, bigint]) => {
  const loan = loanOf(chain)
  const terms = { token: MAIN, collateralAmount: loan.collateral, borrowedAmount: loan.borrowed }
  const liquidationTime = BigInt(loan.liquidation)
  return {
    events: [
      event(MAIN, "LoanCreated", { user: HUB, loanId: coreId, ...terms, liquidationTime }),
      event(HUB, "LoanCreated", { user, hubId, coreId, borrowed: loan.borrowed }),
    ],
    change: ({ core }: LoanChain["state"]) => {
      core[`${coreId}`] = { ...loan, user, hubId }
    },
  }
}

const changeCore =
  (coreId: number, change: Partial<LoanState>) =>
  ({ core }: LoanChain["state"]) => {
    Object.assign(core[coreId] ?? {}, change)
  }

const closed = { active: false }
const liquidated = { active: false, isLiquidated: true }

export function playLoans(chain: LoanChain) {
  const hashes: Record<string, string> = {}
  const taken = created(chain, alice, [1n, 1n])
  hashes.taken = chain.mine(taken.events, taken.change)
  hashes.extended = chain.mine(
    [
      event(MAIN, "LoanExtended", {
        ...{ user: HUB, loanId: 1n, isLeverage: false, numberOfDays: 20n },
        newLiquidationTime: BigInt(chain.time + 50 * DAY),
      }),
      event(HUB, "LoanExtended", { user: alice, hubId: 1n, addDays: 20n, refinance: true }),
    ],
    changeCore(1, { debt: 7n * WAD, borrowed: 6n * WAD, liquidation: chain.time + 50 * DAY }),
  )
  chain.mine(
    [
      event(MAIN, "LoanIncreased", {
        ...{ user: HUB, loanId: 1n, amountAdded: WAD, additionalBorrow: WAD },
        newCollateralAmount: 11n * WAD,
      }),
      event(HUB, "LoanIncreased", { user: alice, hubId: 1n, amountAdded: WAD, borrowed: WAD }),
    ],
    changeCore(1, { collateral: 11n * WAD, debt: 8n * WAD, borrowed: 7n * WAD }),
  )
  chain.mine(
    [
      event(MAIN, "PartialLoanSell", {
        ...{ user: HUB, loanId: 1n, percentage: 50n, isLeverage: false, residualTokens: WAD },
      }),
      event(HUB, "PartialLoanSold", { user: alice, hubId: 1n, percentage: 50n, received: 9n }),
    ],
    changeCore(1, { collateral: 6n * WAD, debt: 4n * WAD }),
  )
  hashes.repaid = chain.mine(
    [
      event(MAIN, "LoanRepaid", { user: HUB, loanId: 1n }),
      event(HUB, "LoanRepaid", { user: alice, hubId: 1n }),
    ],
    changeCore(1, closed),
  )
  const second = created(chain, alice, [2n, 2n])
  chain.mine(second.events, second.change)
  hashes.liquidated = chain.mine(
    [event(MAIN, "LoanLiquidated", { user: HUB, loanId: 2n, liquidator: dave })],
    changeCore(2, liquidated),
  )
  chain.mine([
    event(MAIN, "LiquidationClaimed", { user: HUB, loanId: 2n, isLeverage: false, claimed: 5n }),
    event(HUB, "LiquidationClaimed", { user: alice, hubId: 2n, claimed: 5n }),
  ])
  return hashes
}

export function playVault(chain: LoanChain) {
  const transfer = (from: string, to: string, value: bigint) =>
    event(VAULT, "Transfer", { from, to, value })
  const price = (sharePrice: bigint) => (state: LoanChain["state"]) => {
    state.sharePrice = sharePrice
  }
  const hashes: Record<string, string> = {}
  hashes.wrapped = chain.mine([
    transfer(zero, bob, 100n * WAD),
    event(VAULT, "Bought", { user: bob, stasisSpent: 100n * WAD, wStasisReceived: 100n * WAD }),
  ])
  chain.mine([event(VAULT, "Locked", { user: bob, amount: 60n * WAD })])
  chain.mine([transfer(bob, carol, 10n * WAD)])
  const taken = created(chain, VAULT, [3n, 1n])
  const collateral = { stasisCollateralUsed: 10n * WAD }
  hashes.taken = chain.mine(
    [...taken.events, event(VAULT, "LoanTaken", { user: bob, hubId: 1n, ...collateral })],
    (state) => {
      taken.change(state)
      state.vaultLoans[bob] = 1n
    },
  )
  chain.mine(
    [
      event(HUB, "LoanIncreased", { user: VAULT, hubId: 1n, amountAdded: WAD, borrowed: 3n }),
      event(VAULT, "LoanAdded", {
        ...{ user: bob, hubId: 1n, additionalStasis: WAD, usdcReceived: 3n },
      }),
    ],
    changeCore(3, { collateral: 11n * WAD, borrowed: 4n * WAD + 3n }),
  )
  chain.mine(
    [
      event(HUB, "LoanExtended", { user: VAULT, hubId: 1n, addDays: 10n, refinance: false }),
      event(VAULT, "LoanExtended", { user: bob, hubId: 1n, daysAdded: 10n }),
    ],
    changeCore(3, { liquidation: chain.time + 40 * DAY }),
  )
  chain.mine(
    [event(VAULT, "YieldInjected", { usdcAmount: 7n * WAD, stasisAdded: 3n * WAD })],
    price(WAD + 5n),
  )
  hashes.liquidated = chain.mine(
    [
      event(MAIN, "LoanLiquidated", { user: HUB, loanId: 3n, liquidator: dave }),
      transfer(bob, zero, 11n * WAD),
      event(VAULT, "LiquidationProcessed", { user: bob, wStasisBurned: 11n * WAD }),
    ],
    changeCore(3, liquidated),
  )
  chain.mine([event(VAULT, "Unlocked", { user: bob, amount: 9n * WAD })])
  chain.mine(
    [
      transfer(carol, zero, 10n * WAD),
      event(VAULT, "Sold", { user: carol, wStasisSold: 10n * WAD, stasisReceived: 11n * WAD }),
    ],
    price(WAD + 7n),
  )
  const again = created(chain, VAULT, [4n, 2n])
  chain.mine(
    [...again.events, event(VAULT, "LoanTaken", { user: bob, hubId: 2n, ...collateral })],
    (state) => {
      again.change(state)
      state.vaultLoans[bob] = 2n
    },
  )
  chain.mine(
    [
      event(HUB, "LoanRepaid", { user: VAULT, hubId: 2n }),
      event(VAULT, "LoanRepaid", { user: bob, hubId: 2n, stasisCollateralReturned: 10n * WAD }),
    ],
    changeCore(4, closed),
  )
  return hashes
}

export function playVesting(chain: LoanChain) {
  const terms = { creator: alice, beneficiary: carol, token: MAIN, totalAmount: 50n * WAD }
  const change =
    (more: Partial<LoanChain["state"]["schedules"][string]>) =>
    ({ schedules }: LoanChain["state"]) => {
      schedules["1"] = {
        ...(schedules["1"] ?? { creator: alice, beneficiary: carol, total: 50n * WAD, loanId: 0n }),
        ...more,
      }
    }
  const hashes: Record<string, string> = {}
  hashes.created = chain.mine(
    [event(VESTING, "VestingCreated", { vestingId: 1n, ...terms })],
    change({}),
  )
  chain.mine([event(VESTING, "VestingExtended", { vestingId: 1n, additionalDays: 5n })])
  chain.mine(
    [event(VESTING, "VestingUpdated", { vestingId: 1n, ...terms, totalAmount: 60n * WAD })],
    change({ total: 60n * WAD }),
  )
  const loan = { vestingId: 1n, tokenAmount: 50n * WAD, loanDurationDays: 40n }
  const taken = created(chain, VESTING, [5n, 1n])
  hashes.taken = chain.mine(
    [...taken.events, event(VESTING, "LoanTaken", { ...loan, loanId: 1n })],
    (state) => {
      taken.change(state)
      change({ loanId: 1n })(state)
    },
    carol,
  )
  chain.mine(
    [
      event(VESTING, "LoanRepaid", { vestingId: 1n, loanId: 1n }),
      event(HUB, "LoanRepaid", { user: VESTING, hubId: 1n }),
    ],
    (state) => {
      changeCore(5, closed)(state)
      change({ loanId: 0n })(state)
    },
    carol,
  )
  const again = created(chain, VESTING, [6n, 2n])
  chain.mine(
    [...again.events, event(VESTING, "LoanTaken", { ...loan, loanId: 2n })],
    (state) => {
      again.change(state)
      change({ loanId: 2n })(state)
    },
    carol,
  )
  hashes.liquidated = chain.mine(
    [
      event(MAIN, "LoanLiquidated", { user: HUB, loanId: 6n, liquidator: dave }),
      event(VESTING, "VestingLiquidated", {
        ...{ vestingId: 1n, loanId: 2n, returnedAmount: 5n * WAD, totalAmount: 15n * WAD },
      }),
    ],
    (state) => {
      changeCore(6, liquidated)(state)
      change({ loanId: 0n, total: 15n * WAD })(state)
    },
  )
  hashes.changed = chain.mine(
    [
      event(VESTING, "TokensClaimed", { vestingId: 1n, amount: 2n * WAD }),
      event(VESTING, "BeneficiaryChanged", {
        ...{ vestingId: 1n, oldBeneficiary: carol, newBeneficiary: dave },
      }),
    ],
    change({ beneficiary: dave }),
    carol,
  )
  chain.mine(
    [
      event(VESTING, "CreatorRoleTransferred", {
        ...{ vestingId: 1n, oldCreator: alice, newCreator: bob },
      }),
    ],
    change({ creator: bob }),
  )
  return hashes
}

export function playLeverage(chain: LoanChain) {
  const key = `${carol}:1`
  const terms = { token: MAIN, collateralAmount: 30n * WAD, borrowedAmount: 20n * WAD }
  const hashes: Record<string, string> = {}
  const open = (loanId: bigint) =>
    chain.mine(
      [
        event(MAIN, "LeverageCreated", {
          ...{ user: carol, loanId, ...terms, liquidationTime: BigInt(chain.time + 30 * DAY) },
        }),
      ],
      ({ positions }) => {
        positions[`${carol}:${loanId}`] = loanOf(chain, {
          ...{ collateral: 30n * WAD, debt: 25n * WAD, borrowed: 20n * WAD },
        })
      },
    )
  const changePosition =
    (change: Partial<LoanState>, at = key) =>
    ({ positions }: LoanChain["state"]) => {
      Object.assign(positions[at] ?? {}, change)
    }
  hashes.opened = open(1n)
  chain.mine(
    [
      event(MAIN, "PartialLoanSell", {
        ...{ user: carol, loanId: 1n, percentage: 40n, isLeverage: true, residualTokens: WAD },
      }),
    ],
    changePosition({ collateral: 18n * WAD, debt: 15n * WAD }),
  )
  chain.mine(
    [
      event(MAIN, "LoanExtended", {
        ...{ user: carol, loanId: 1n, isLeverage: true, numberOfDays: 10n },
        newLiquidationTime: BigInt(chain.time + 40 * DAY),
      }),
    ],
    changePosition({ debt: 16n * WAD, liquidation: chain.time + 40 * DAY }),
  )
  chain.mine([event(MAIN, "LoanRepaid", { user: carol, loanId: 1n })], changePosition(closed))
  open(2n)
  hashes.liquidated = chain.mine(
    [event(MAIN, "LoanLiquidated", { user: carol, loanId: 2n, liquidator: dave })],
    changePosition(liquidated, `${carol}:2`),
  )
  chain.mine([
    event(MAIN, "LiquidationClaimed", { user: carol, loanId: 2n, isLeverage: true, claimed: 8n }),
  ])
  return hashes
}
