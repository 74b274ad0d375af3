import { type Log, parseEventLogs } from "viem"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { LogDescription, Names, Sentence, TokenAddresses } from "./schema"
import { toAddressPart, toAmountPart, toUsdPart } from "./sentence-parts"

/** A sentence for a log of loans, the vault or vesting; null for other logs and for inner halves of loans. */
export function describeLoanLog(
  log: Log,
  names: Names,
  currencies: TokenAddresses,
): LogDescription | null {
  const isContract = (user: string) => names[user.toLowerCase()]?.kind === "contract"
  const sentence =
    describeBookLog(log, isContract) ??
    describeHubLog(log, isContract) ??
    describeVaultLog(log, isContract, currencies) ??
    describeVestingLog(log)
  return sentence && { weight: "main", sentence }
}

type IsContract = (user: string) => boolean

const positionName = ({ loanId, isLeverage }: { loanId: bigint; isLeverage: boolean }) =>
  isLeverage ? `position ${loanId}` : `loan ${loanId}`

/**
 * TIDE's book: leverage positions, and the core loans of platform contracts, of which only liquidations are described.
 */
function describeBookLog(log: Log, isContract: IsContract): Sentence | null {
  const [event] = parseEventLogs({ abi: mainTokenAbi, logs: [log] })
  if (event?.eventName === "LoanLiquidated") {
    const { liquidator, loanId, user } = event.args
    return [toAddressPart(liquidator), ` liquidated loan ${loanId} of `, toAddressPart(user)]
  }
  if (!event || !("user" in event.args) || isContract(event.args.user)) return null
  const user = toAddressPart(event.args.user)
  switch (event.eventName) {
    case "LeverageCreated": {
      const collateral = toAmountPart(event.args.token, event.args.collateralAmount)
      return [user, " opened a leverage position of ", collateral]
    }
    case "LoanRepaid":
      return [user, ` repaid loan ${event.args.loanId}`]
    case "LoanExtended":
      return [user, ` extended ${positionName(event.args)} by ${event.args.numberOfDays} days`]
    case "PartialLoanSell":
      return [user, ` closed ${event.args.percentage} % of ${positionName(event.args)}`]
    case "LiquidationClaimed":
      return [user, ` claimed what the liquidation of ${positionName(event.args)} left`]
    default:
      return null
  }
}

function describeHubLog(log: Log, isContract: IsContract): Sentence | null {
  const [event] = parseEventLogs({ abi: loanHubAbi, logs: [log] })
  if (!event || !("user" in event.args) || isContract(event.args.user)) return null
  const user = toAddressPart(event.args.user)
  const loan = `loan ${event.args.hubId}`
  switch (event.eventName) {
    case "LoanCreated":
      return [user, " borrowed ", toUsdPart(event.args.borrowed)]
    case "LoanRepaid":
      return [user, ` repaid ${loan}`]
    case "LoanExtended":
      return [user, ` extended ${loan} by ${event.args.addDays} days`]
    case "LoanIncreased": {
      const borrowed = toUsdPart(event.args.borrowed)
      return [user, ` added collateral to ${loan} and borrowed `, borrowed]
    }
    case "PartialLoanSold": {
      const received = toUsdPart(event.args.received)
      return [user, ` closed ${event.args.percentage} % of ${loan} and received `, received]
    }
    case "LiquidationClaimed":
      return [user, ` claimed what the liquidation of ${loan} left`]
    default:
      return null
  }
}

function describeVaultLog(
  log: Log,
  isContract: IsContract,
  { usdb, mainToken }: TokenAddresses,
): Sentence | null {
  const [event] = parseEventLogs({ abi: stakingVaultAbi, logs: [log] })
  const tide = (value: bigint) => toAmountPart(mainToken, value)
  const shares = (value: bigint) => toAmountPart(log.address.toLowerCase(), value)
  if (event?.eventName === "YieldInjected") {
    const { usdcAmount, stasisAdded } = event.args
    return [toAmountPart(usdb, usdcAmount), " bought ", tide(stasisAdded), " for the vault"]
  }
  if (!event || !("user" in event.args) || isContract(event.args.user)) return null
  const user = toAddressPart(event.args.user)
  switch (event.eventName) {
    case "Bought": {
      const { stasisSpent, wStasisReceived } = event.args
      return [user, " wrapped ", tide(stasisSpent), " in ", shares(wStasisReceived)]
    }
    case "Sold": {
      const { wStasisSold, stasisReceived } = event.args
      return [user, " unwrapped ", shares(wStasisSold), " to ", tide(stasisReceived)]
    }
    case "Locked":
      return [user, " locked ", shares(event.args.amount)]
    case "Unlocked":
      return [user, " unlocked ", shares(event.args.amount)]
    case "LoanTaken":
      return [user, " borrowed on ", tide(event.args.stasisCollateralUsed)]
    case "LoanAdded": {
      const { hubId, usdcReceived } = event.args
      return [user, ` added collateral to loan ${hubId} and borrowed `, toUsdPart(usdcReceived)]
    }
    case "LoanExtended":
      return [user, ` extended loan ${event.args.hubId} by ${event.args.daysAdded} days`]
    case "LoanRepaid":
      return [user, ` repaid loan ${event.args.hubId}`]
    case "LiquidationProcessed":
      return [user, " lost ", shares(event.args.wStasisBurned), " by the liquidation"]
    default:
      return null
  }
}

function describeVestingLog(log: Log): Sentence | null {
  const [event] = parseEventLogs({ abi: vestingAbi, logs: [log] })
  if (!event || !("vestingId" in event.args)) return null
  const schedule = `vesting schedule ${event.args.vestingId}`
  switch (event.eventName) {
    case "VestingCreated": {
      const { creator, beneficiary, token, totalAmount } = event.args
      const amount = toAmountPart(token, totalAmount)
      const owner = toAddressPart(beneficiary)
      return [toAddressPart(creator), " locked ", amount, " for ", owner, ` in ${schedule}`]
    }
    case "TokensClaimed":
      return [`Tokens of ${schedule} were claimed`]
    case "VestingExtended":
      return [`The end of ${schedule} moved by ${event.args.additionalDays} days`]
    case "BeneficiaryChanged": {
      const owner = toAddressPart(event.args.newBeneficiary)
      return [owner, ` is now the beneficiary of ${schedule}`]
    }
    case "VestingUpdated": {
      const { creator, token, totalAmount } = event.args
      return [toAddressPart(creator), ` raised ${schedule} to `, toAmountPart(token, totalAmount)]
    }
    case "CreatorRoleTransferred":
      return [toAddressPart(event.args.newCreator), ` is now the creator of ${schedule}`]
    case "LoanTaken":
      return [`A loan was taken on ${schedule}`]
    case "LoanRepaid":
      return [`The loan on ${schedule} was repaid`]
    default:
      return null
  }
}
