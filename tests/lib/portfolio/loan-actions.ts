import { type Abi, type Address, type Hex, maxUint256 } from "viem"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { swapAbi } from "@/lib/chain/generated/Swap"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { usdbAbi } from "@/lib/chain/generated/USDB"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { WAD } from "@/lib/units"
import { alice, bob, type TestChain } from "@/tests/helpers/chain"

const DAY = 86_400

export type LoanWorld = Awaited<ReturnType<typeof createLoanWorld>>

/** A launched token, one whose purchases are vested, and everything approved. */
export async function createLoanWorld(chain: TestChain) {
  const { book, write } = chain
  const { token } = await chain.launch(bob, { multiplier: 80n })
  const vested = await write(bob, book.factory, tokenFactoryAbi, "createToken", [
    ...["SLOW", "Slow", 50n, false, 0n, 1_000n, true, BigInt(20 * DAY), true],
  ])
  const log = vested.logs.find(({ address }) => address === book.factory)
  const slow = `0x${log?.topics[1]?.slice(26)}`
  const tokens = [token, slow]
  for (const wallet of [alice, bob]) {
    for (const each of [book.usdb, book.mainToken, ...tokens]) {
      for (const spender of [book.loanHub, book.mainToken, book.staking, book.vesting, book.swap]) {
        await write(wallet, each, usdbAbi, "approve", [spender, maxUint256])
      }
    }
    await chain.buyMain(wallet, "5000")
    await chain.buy(wallet, token, "1000")
  }
  return { chain, token, slow, tokens }
}

type Choice = { pick: number; size: number }
type Action = (world: LoanWorld, choice: Choice) => Promise<unknown>

const call = (
  chain: TestChain,
  to: string,
  abi: Abi,
  name: string,
  args: unknown[],
  from = alice,
) => chain.write(from as Address, to, abi, name, args)

const parts = (amount: bigint, { size }: Choice) => (amount * BigInt(1 + (size % 50))) / 100n

async function readBalance({ chain }: LoanWorld, token: string, wallet: string = alice) {
  const data = `0x70a08231${wallet.slice(2).padStart(64, "0")}`
  return BigInt((await chain.call("eth_call", { to: token, data }, "latest")) as Hex)
}

const usdbOf = ({ size }: Choice) => BigInt(20 + (size % 400)) * WAD
const collateralOf = ({ chain, token }: LoanWorld, { pick }: Choice) =>
  pick % 2 === 0 ? chain.book.mainToken : token
const idOf = ({ pick }: Choice) => BigInt(1 + (pick % 4))
const path = ({ chain, token }: LoanWorld, { pick }: Choice) => {
  const { usdb, mainToken } = chain.book
  return pick % 2 === 0 ? [usdb, mainToken] : [usdb, mainToken, token]
}

const hub =
  (
    name: string,
    args: (world: LoanWorld, choice: Choice) => Promise<unknown[]> | unknown[],
  ): Action =>
  async (world, choice) =>
    call(world.chain, world.chain.book.loanHub, loanHubAbi, name, await args(world, choice))
const swap =
  (
    name: string,
    args: (world: LoanWorld, choice: Choice) => Promise<unknown[]> | unknown[],
  ): Action =>
  async (world, choice) =>
    call(world.chain, world.chain.book.swap, swapAbi, name, await args(world, choice))
const vault =
  (
    name: string,
    args: (world: LoanWorld, choice: Choice) => Promise<unknown[]> | unknown[],
  ): Action =>
  async (world, choice) =>
    call(world.chain, world.chain.book.staking, stakingVaultAbi, name, await args(world, choice))
const book =
  (name: string, args: (choice: Choice) => unknown[]): Action =>
  async ({ chain }, choice) =>
    call(chain, chain.book.mainToken, mainTokenAbi, name, args(choice))
const vesting =
  (
    name: string,
    args: (world: LoanWorld, choice: Choice) => Promise<unknown[]> | unknown[],
    from = alice,
  ): Action =>
  async (world, choice) =>
    call(world.chain, world.chain.book.vesting, vestingAbi, name, await args(world, choice), from)

async function now({ chain }: LoanWorld) {
  const block = (await chain.call("eth_getBlockByNumber", "latest", false)) as { timestamp: Hex }
  return BigInt(block.timestamp)
}

const schedule = (from: Address, to: Address, isGradual: boolean): Action =>
  vesting(
    isGradual ? "createGradualVesting" : "createCliffVesting",
    async (world, choice) => {
      const token = collateralOf(world, choice)
      const amount = parts(await readBalance(world, token, from), choice) / 4n
      const start = (await now(world)) + 1_000n
      const terms = isGradual
        ? [start, BigInt(1 + (choice.size % 30)), choice.pick % 4]
        : [start + 90_000n]
      return [to, token, amount, ...terms, "", world.chain.book.mainToken]
    },
    from,
  )

async function wait({ chain }: LoanWorld, { size }: Choice) {
  await chain.warp(1 + (size % (4 * DAY)))
  await chain.mine()
}

/** Somebody liquidates everything of alice that has expired. */
async function liquidateAll({ chain }: LoanWorld) {
  await chain.warp(12 * DAY)
  await chain.mine()
  const { book: addresses } = chain
  for (let id = 1n; id <= 12n; id++) {
    for (const user of [alice, addresses.staking, addresses.vesting]) {
      await call(chain, addresses.loanHub, loanHubAbi, "liquidate", [user, id], bob).catch(() => 0)
    }
    await call(
      chain,
      addresses.mainToken,
      mainTokenAbi,
      "LiquidateLoan",
      [id, alice, true],
      bob,
    ).catch(() => 0)
  }
}

/** What can happen to a wallet with loans, leverage, the vault and vesting; some are refused. */
export const loanActions: Record<string, Action> = {
  buy: swap("buyTokens", (world, choice) => [usdbOf(choice), 0n, path(world, choice), false]),
  sell: swap("sellTokens", async (world, choice) => {
    const route = path(world, choice).toReversed()
    return [parts(await readBalance(world, route[0] as string), choice), 0n, route, false]
  }),
  othersTrade: async ({ chain, token }, choice) => {
    if (choice.pick % 3 === 0) return chain.sell(bob, token, 5n)
    return chain.buy(bob, token, `${5 + (choice.size % 90)}`)
  },
  borrow: hub("takeLoan", async (world, choice) => {
    const token = collateralOf(world, choice)
    const amount = parts(await readBalance(world, token), choice)
    return [world.chain.book.mainToken, token, amount, BigInt(10 + (choice.size % 20))]
  }),
  increase: hub("increaseLoan", async (world, choice) => [
    idOf(choice),
    parts(await readBalance(world, world.chain.book.mainToken), choice) / 10n,
  ]),
  extend: hub("extendLoan", (_, choice) => [
    ...[idOf(choice), 10n, choice.size % 2 === 0, choice.pick % 3 === 0],
  ]),
  sellPart: hub("hubPartialLoanSell", (_, choice) => [
    ...[idOf(choice), BigInt(10 + 10 * (choice.size % 10)), false, 0n],
  ]),
  repay: hub("repayLoan", (_, choice) => [idOf(choice)]),
  claimLeft: hub("claimLiquidation", (_, choice) => [idOf(choice)]),
  leverage: swap("leverageBuy", (world, choice) => [
    ...[usdbOf(choice), 0n, path(world, choice), BigInt(1 + (choice.size % 20))],
  ]),
  mixedBuy: swap("mixedBuy", (world, choice) => [
    ...[usdbOf(choice), 0n, 0n, path(world, choice), 5n, BigInt(10 + (choice.size % 80))],
  ]),
  closeLeverage: swap("partialLoanSell", (_, choice) => [
    ...[idOf(choice), BigInt(10 + 10 * (choice.size % 10)), true, 0n],
  ]),
  repayLeverage: book("RepayLoan", (choice) => [idOf(choice), true]),
  extendLeverage: book("ExtendLoan", (choice) => [
    ...[idOf(choice), 10n, true, choice.size % 2 === 0, choice.pick % 3 === 0, false],
  ]),
  claimLeverage: book("ClaimLiquidation", (choice) => [idOf(choice), true]),
  wrap: vault("buy", async (world, choice) => [
    parts(await readBalance(world, world.chain.book.mainToken), choice),
  ]),
  buyWrapped: swap("buyTokens", (world, choice) => [
    ...[usdbOf(choice), 0n, path(world, { ...choice, pick: 0 }), true],
  ]),
  unwrap: vault("sell", async (world, choice) => [
    ...[
      parts(await readBalance(world, world.chain.book.staking), choice) / 2n,
      choice.pick % 2 === 0,
      0n,
    ],
  ]),
  lock: vault("lock", async (world, choice) => [
    parts(await readBalance(world, world.chain.book.staking), choice),
  ]),
  unlock: vault("unlock", async (world, choice) => [
    parts(await readBalance(world, world.chain.book.staking), choice) / 10n,
  ]),
  vaultBorrow: vault("borrow", (_, choice) => [BigInt(2 + (choice.size % 40)) * WAD, 12n]),
  vaultAdd: vault("addToLoan", (_, choice) => [BigInt(1 + (choice.size % 10)) * WAD]),
  vaultExtend: vault("extendLoan", (_, choice) => [10n, choice.size % 2 === 0, false]),
  vaultRepay: vault("repay", () => []),
  vaultSettle: vault("settleLiquidation", () => []),
  inject: async ({ chain }, choice) =>
    call(chain, chain.book.staking, stakingVaultAbi, "injectYield", [usdbOf(choice)], bob),
  giveShares: async (world, choice) =>
    call(world.chain, world.chain.book.staking, stakingVaultAbi, "transfer", [
      ...[bob, parts(await readBalance(world, world.chain.book.staking), choice) / 10n],
    ]),
  vestForSelf: schedule(alice, alice, true),
  vestForOther: schedule(alice, bob, true),
  receiveGradual: schedule(bob, alice, true),
  receiveCliff: schedule(bob, alice, false),
  buyVested: async ({ chain, slow }, choice) => {
    const { usdb, mainToken, swap: router } = chain.book
    const args = [usdbOf(choice), 0n, [usdb, mainToken, slow], false]
    return call(chain, router, swapAbi, "buyTokens", args)
  },
  claimVested: vesting("claimTokens", (_, choice) => [BigInt(1 + (choice.pick % 8))]),
  extendVesting: vesting("extendVestingPeriod", (_, choice) => [BigInt(1 + (choice.pick % 8)), 5n]),
  addToVesting: vesting(
    "addTokensToVesting",
    (_, choice) => [BigInt(1 + (choice.pick % 8)), BigInt(choice.size + 1) * 10n ** 14n],
    bob,
  ),
  borrowOnVesting: vesting("takeLoanOnVesting", (_, choice) => [BigInt(1 + (choice.pick % 8))]),
  repayVesting: vesting("repayLoanOnVesting", (_, choice) => [BigInt(1 + (choice.pick % 8))]),
  handOverVesting: vesting(
    "changeBeneficiary",
    (_, choice) => [BigInt(1 + (choice.pick % 8)), choice.size % 2 === 0 ? alice : bob],
    bob,
  ),
  handOverRole: vesting("transferCreatorRole", (_, choice) => [
    BigInt(1 + (choice.pick % 8)),
    choice.size % 2 === 0 ? alice : bob,
  ]),
  wait,
  liquidateAll,
}
