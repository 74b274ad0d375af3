import { type Abi, type Address, createPublicClient, getAddress, parseAbiItem } from "viem"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { upDownAbi } from "@/lib/chain/generated/UpDown"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { WAD } from "@/lib/units"
import type { Asset } from "@/lib/updown/assets"
import type { TestChain } from "@/tests/helpers/chain"
import { nodeTransport } from "@/tests/helpers/node-transport"

/** What a wallet owns and owes by the contracts alone, at the newest block. */
export type ContractWorth = {
  cash: bigint
  debt: bigint
  /** Stakes of undecided bets and what decided ones can claim. */
  rounds: bigint
  /** By token; shares of the vault by its address. */
  quantities: Map<string, bigint>
  worth: bigint
}

/** Price rounds are read of these assets alone. */
export function createContractReader(chain: TestChain, assets: readonly Asset[] = []) {
  const { book } = chain
  const client = createPublicClient({ transport: nodeTransport(chain.url) })
  const read = <T>(to: string, abi: Abi, functionName: string, args: unknown[] = []) =>
    client.readContract({ address: getAddress(to), abi, functionName, args }) as Promise<T>

  const balanceOf = (token: string, wallet: string) =>
    read<bigint>(token, mainTokenAbi as Abi, "balanceOf", [getAddress(wallet)])

  type Details = {
    collateralAmount: bigint
    fullAmount: bigint
    liquidationClaim: bigint
    active: boolean
    token: Address
    activeLoanId: bigint
  }

  const hubLoan = (user: string, id: bigint) =>
    read<Details>(book.loanHub, loanHubAbi as Abi, "getUserLoanDetails", [getAddress(user), id])

  async function listLoans(wallet: string): Promise<Details[]> {
    const user = getAddress(wallet)
    const count = await read<bigint>(book.loanHub, loanHubAbi as Abi, "userLoanCount", [user])
    const positions = await read<bigint>(book.mainToken, mainTokenAbi as Abi, "leverageCount", [
      user,
    ])
    const ids = (length: bigint) => Array.from({ length: Number(length) }, (_, n) => BigInt(n + 1))
    return Promise.all([
      ...ids(count).map((id) => hubLoan(wallet, id)),
      ...ids(positions).map((id) =>
        read<Details>(book.mainToken, mainTokenAbi as Abi, "leverages", [user, id]),
      ),
    ])
  }

  /** Debts of loans on the vault's shares and on schedules, and the tokens of schedules that count. */
  async function readVesting(wallet: string) {
    const user = getAddress(wallet)
    const ids = await read<bigint[]>(book.vesting, vestingAbi as Abi, "getVestingsByBeneficiary", [
      user,
    ])
    return Promise.all(
      ids.map(async (id) => {
        type Schedule = Details & {
          creator: string
          totalAmount: bigint
          claimedAmount: bigint
        }
        const schedule = await read<Schedule>(
          book.vesting,
          vestingAbi as Abi,
          "getVestingDetails",
          [id],
        )
        const vested = await read<bigint>(book.vesting, vestingAbi as Abi, "getVestedAmount", [id])
        const isOwn = schedule.creator === user || schedule.creator === schedule.token
        const counted = isOwn ? schedule.totalAmount : vested
        const loan = schedule.activeLoanId && (await hubLoan(book.vesting, schedule.activeLoanId))
        return {
          token: schedule.token.toLowerCase(),
          amount: counted - schedule.claimedAmount,
          debt: loan ? loan.fullAmount : 0n,
        }
      }),
    )
  }

  async function readVaultDebt(wallet: string) {
    const [, , hubId, hasLoan] = await read<[bigint, bigint, bigint, boolean]>(
      book.staking,
      stakingVaultAbi as Abi,
      "userVaults",
      [getAddress(wallet)],
    )
    if (!hasLoan) return 0n
    const { active, fullAmount } = await hubLoan(book.staking, hubId)
    return active ? fullAmount : 0n
  }

  async function readBet(asset: Asset, tf: number, roundId: bigint, wallet: string) {
    const [rounds, abi] = [book.upDown[asset], upDownAbi as Abi]
    const [round, [, stake]] = await Promise.all([
      read<unknown[]>(rounds, abi, "getRound", [tf, roundId]),
      read<[number, bigint]>(rounds, abi, "getUserBet", [tf, roundId, getAddress(wallet)]),
    ])
    const isPending = round.at(-1) === 0
    if (isPending || stake === 0n) return stake
    return read<bigint>(rounds, abi, "quoteClaimPayout", [tf, roundId, getAddress(wallet)])
  }

  async function readRounds(wallet: string) {
    let sum = 0n
    for (const asset of assets) {
      for (const tf of [0, 1, 2, 3, 4]) {
        const last = await read<bigint>(book.upDown[asset], upDownAbi as Abi, "currentRoundId", [
          tf,
        ])
        const ids = Array.from({ length: Number(last) }, (_, index) => BigInt(index + 1))
        const bets = await Promise.all(ids.map((id) => readBet(asset, tf, id, wallet)))
        sum += bets.reduce((total, each) => total + each, 0n)
      }
    }
    return sum
  }

  /** TIDE per share at the end of the last block with a wrap, an unwrap or a yield injection. */
  async function readSharePrice() {
    const logs = await client.getLogs({
      address: getAddress(book.staking),
      events: [
        parseAbiItem("event Bought(address indexed, uint256, uint256)"),
        parseAbiItem("event Sold(address indexed, uint256, uint256)"),
        parseAbiItem("event YieldInjected(uint256, uint256)"),
      ],
      fromBlock: 0n,
    })
    const blockNumber = logs.at(-1)?.blockNumber
    if (!blockNumber) return 0n
    return client.readContract({
      ...{ address: getAddress(book.staking), abi: stakingVaultAbi, blockNumber },
      ...{ functionName: "convertToAssets", args: [WAD] },
    })
  }

  async function readPrice(token: string) {
    const of = (pool: string) =>
      Promise.all(
        ["reserve0", "reserve1"].map((side) => read<bigint>(pool, mainTokenAbi as Abi, side)),
      ) as Promise<[bigint, bigint]>
    const [tide0, tide1] = await of(book.mainToken)
    if (token === book.mainToken) return (tide1 * WAD) / tide0
    if (token === book.staking) return ((await readSharePrice()) * ((tide1 * WAD) / tide0)) / WAD
    const [token0, token1] = await of(token)
    return (token1 * tide1 * WAD) / (token0 * tide0)
  }

  return async function readContractWorth(
    wallet: string,
    tokens: readonly string[],
  ): Promise<ContractWorth> {
    const quantities = new Map<string, bigint>()
    const add = (token: string, amount: bigint) =>
      quantities.set(token.toLowerCase(), (quantities.get(token.toLowerCase()) ?? 0n) + amount)
    for (const token of [...tokens, book.mainToken, book.staking]) {
      add(token, await balanceOf(token, wallet))
    }
    let debt = await readVaultDebt(wallet)
    for (const loan of await listLoans(wallet)) {
      add(loan.token, loan.active ? loan.collateralAmount : loan.liquidationClaim)
      if (loan.active) debt += loan.fullAmount
    }
    for (const schedule of await readVesting(wallet)) {
      add(schedule.token, schedule.amount)
      debt += schedule.debt
    }
    const cash = await balanceOf(book.usdb, wallet)
    const rounds = await readRounds(wallet)
    let worth = cash + rounds - debt
    for (const [token, amount] of quantities) worth += (amount * (await readPrice(token))) / WAD
    return { cash, debt, rounds, quantities, worth }
  }
}
