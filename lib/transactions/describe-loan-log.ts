import { type Abi, decodeEventLog, type Log } from "viem"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { LogDescription, Names, Sentence, SentencePart, TokenAddresses } from "./schema"
import { toAddressPart, toAmountPart, toUsdPart } from "./sentence-parts"

/** Of events with the same signature the ABIs differ in what is indexed: only one decodes. */
const abis: readonly Abi[] = [mainTokenAbi, loanHubAbi, stakingVaultAbi, vestingAbi]

type Args = Record<string, unknown>
type LogContext = TokenAddresses & { emitter: string }

/** A sentence for a log of loans, the vault or vesting; null for other logs and for inner halves of loans. */
export function describeLoanLog(
  log: Log,
  names: Names,
  currencies: TokenAddresses,
): LogDescription | null {
  for (const abi of abis) {
    const event = decodeLog(log, abi)
    const toSentence = event && sentences[event.name]
    if (!toSentence) continue
    const user = `${event.args.user ?? ""}`.toLowerCase()
    if (names[user]?.kind === "contract" && event.name !== "LoanLiquidated") return null
    const place = { ...currencies, emitter: log.address.toLowerCase() }
    return { weight: "main", sentence: toSentence(event.args, place) }
  }
  return null
}

function decodeLog({ data, topics }: Log, abi: Abi): { name: string; args: Args } | null {
  try {
    const { eventName, args } = decodeEventLog({ abi, data, topics })
    return { name: `${eventName}`, args: (args ?? {}) as Args }
  } catch {
    // Of another contract.
    return null
  }
}

const address = (value: unknown): SentencePart => toAddressPart(`${value}`)
const amount = (token: unknown, value: unknown): SentencePart =>
  toAmountPart(`${token}`, value as bigint)
const usd = (value: unknown): SentencePart => toUsdPart(value as bigint)
const loanName = ({ hubId, loanId, isLeverage }: Args) =>
  isLeverage ? `position ${loanId}` : `loan ${hubId ?? loanId}`
const schedule = ({ vestingId }: Args) => `vesting schedule ${vestingId}`

const sentences: Record<string, (args: Args, place: LogContext) => Sentence> = {
  LoanCreated: (args) => [address(args.user), " borrowed ", usd(args.borrowed)],
  LeverageCreated: (args) => [
    address(args.user),
    " opened a leverage position of ",
    amount(args.token, args.collateralAmount),
  ],
  LoanTaken: (args, { mainToken }) =>
    args.vestingId === undefined
      ? [address(args.user), " borrowed on ", amount(mainToken, args.stasisCollateralUsed)]
      : [`A loan was taken on ${schedule(args)}`],
  LoanRepaid: (args) =>
    args.vestingId === undefined
      ? [address(args.user), ` repaid ${loanName(args)}`]
      : [`The loan on ${schedule(args)} was repaid`],
  LoanExtended: (args) => [
    address(args.user),
    ` extended ${loanName(args)} by ${args.addDays ?? args.daysAdded ?? args.numberOfDays} days`,
  ],
  LoanIncreased: (args) => [
    address(args.user),
    ` added collateral to ${loanName(args)} and borrowed `,
    usd(args.borrowed),
  ],
  LoanAdded: (args) => [
    address(args.user),
    ` added collateral to ${loanName(args)} and borrowed `,
    usd(args.usdcReceived),
  ],
  PartialLoanSold: (args) => [
    address(args.user),
    ` closed ${args.percentage} % of ${loanName(args)} and received `,
    usd(args.received),
  ],
  PartialLoanSell: (args) => [
    address(args.user),
    ` closed ${args.percentage} % of ${loanName(args)}`,
  ],
  LoanLiquidated: (args) => [
    address(args.liquidator),
    ` liquidated loan ${args.loanId} of `,
    address(args.user),
  ],
  LiquidationClaimed: (args) => [
    address(args.user),
    ` claimed what the liquidation of ${loanName(args)} left`,
  ],
  LiquidationProcessed: (args, { emitter }) => [
    address(args.user),
    " lost ",
    amount(emitter, args.wStasisBurned),
    " by the liquidation",
  ],
  Bought: (args, { mainToken, emitter }) => [
    address(args.user),
    " wrapped ",
    amount(mainToken, args.stasisSpent),
    " in ",
    amount(emitter, args.wStasisReceived),
  ],
  Sold: (args, { mainToken, emitter }) => [
    address(args.user),
    " unwrapped ",
    amount(emitter, args.wStasisSold),
    " to ",
    amount(mainToken, args.stasisReceived),
  ],
  Locked: (args, { emitter }) => [address(args.user), " locked ", amount(emitter, args.amount)],
  Unlocked: (args, { emitter }) => [address(args.user), " unlocked ", amount(emitter, args.amount)],
  YieldInjected: (args, { usdb, mainToken }) => [
    amount(usdb, args.usdcAmount),
    " bought ",
    amount(mainToken, args.stasisAdded),
    " for the vault",
  ],
  VestingCreated: (args) => [
    address(args.creator),
    " locked ",
    amount(args.token, args.totalAmount),
    " for ",
    address(args.beneficiary),
    ` in ${schedule(args)}`,
  ],
  TokensClaimed: (args) => [`Tokens of ${schedule(args)} were claimed`],
  VestingExtended: (args) => [`The end of ${schedule(args)} moved by ${args.additionalDays} days`],
  BeneficiaryChanged: (args) => [
    address(args.newBeneficiary),
    ` is now the beneficiary of ${schedule(args)}`,
  ],
  VestingUpdated: (args) => [
    address(args.creator),
    ` raised ${schedule(args)} to `,
    amount(args.token, args.totalAmount),
  ],
  CreatorRoleTransferred: (args) => [
    address(args.newCreator),
    ` is now the creator of ${schedule(args)}`,
  ],
}
