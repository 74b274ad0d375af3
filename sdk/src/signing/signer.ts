import type { LocalAccount } from "viem"
import { againIfBondGrew, buildDoable, inTurn, signBuild } from "../client/actions"
import type { Atoll } from "../client/atoll"
import { LimitError } from "../client/errors"
import { executeOnce } from "../client/outbox"
import type { Action, Build, Executed } from "../client/types"
import { DEFAULT_SLIPPAGE_BP } from "../verification/verify-build"
import { beyondDay, DailySpending } from "./daily-spending"
import { changeLimit, formatUsdb, type Limits } from "./limits"
import { readLimits } from "./limits-file"
import { createOutboxFolder } from "./outbox-folder"
import { countUsdb } from "./spending"

/** An action that may be signed: within the limits, verified, and possible now. */
export type CheckedAction = { build: Build; usdb: bigint; limits: Limits }

export type SignerOptions = {
  account: LocalAccount
  limitsFile: string
  /** Is asked above `confirmAbove`; where it says no, nothing is signed. Programs go without it. */
  confirm?: (checked: CheckedAction) => Promise<boolean>
  now?: () => Date
}

export type Signer = {
  account: LocalAccount
  /** Everything but the signature: builds, verifies and holds the action against the limits. */
  check: (atoll: SigningClient, action: Action) => Promise<CheckedAction>
  /** Checks, counts, signs and sends, and returns the indexed rows. */
  execute: (atoll: SigningClient, action: Action) => Promise<Executed>
}

type SigningClient = Pick<Atoll, "url" | "inspect" | "checkSent" | "contracts">

/** Signs actions within the limits of a file, which is read before each action. */
export function createSigner({ account, limitsFile, ...options }: SignerOptions): Signer {
  const { confirm, now = () => new Date() } = options
  const daily = new DailySpending(limitsFile)

  async function check(atoll: SigningClient, action: Action): Promise<CheckedAction> {
    const limits = await readLimits(limitsFile)
    requireAllowed(limits, action, now())
    const own = { ...action, wallet: account.address }
    const [{ build, observed }, book] = await Promise.all([
      buildDoable(atoll, own),
      atoll.contracts(),
    ])
    const { usdb, isWhole } = countUsdb(own, build, book, observed)
    if (!isWhole) requireNamed(limits, own)
    requireAmount(limits, usdb, await daily.spentOn(now()))
    return { build, usdb, limits }
  }

  const sign = async (atoll: SigningClient, action: Action) => {
    const checked = await check(atoll, action)
    const { build, usdb, limits } = checked
    const isLarge = limits.confirmAbove !== null && usdb > limits.confirmAbove
    if (isLarge && confirm && !(await confirm(checked))) throw declined()
    const spending = { amount: usdb, action: action.action, wallet: account.address }
    const reservation = await daily.reserve(spending, limits.maxPerDay, now())
    const signed = await signBuild(account, build).catch(async (error: unknown) => {
      await daily.release(reservation)
      throw error
    })
    // From here on it counts, whatever the service answers, because the service can send it later.
    return { quote: build.quote, signed }
  }
  const outbox = createOutboxFolder(limitsFile)
  const execute = inTurn(([atoll, action]: [SigningClient, Action]) => {
    const wish = { action, wallet: account.address, url: atoll.url }
    return executeOnce(atoll, outbox, wish, () => sign(atoll, action))
  })

  return {
    account,
    check,
    execute: (atoll, action) => againIfBondGrew(() => execute([atoll, action])),
  }
}

function requireAllowed(limits: Limits, { action, slippageBp }: Action, now: Date) {
  const { actions, expires, maxSlippageBp } = limits
  if (expires !== null && now >= expires) {
    throw new LimitError(`The limits of this signer ended at ${expires.toISOString()}`, {
      code: "LIMITS_EXPIRED",
      remedy: changeLimit("--expires", "expires"),
    })
  }
  if (actions !== null && !actions.includes(action)) {
    throw new LimitError(`This signer may not sign ${action}`, {
      code: "ACTION_NOT_ALLOWED",
      remedy: changeLimit("--actions", "actions"),
    })
  }
  const slippage = slippageBp ?? DEFAULT_SLIPPAGE_BP
  if (maxSlippageBp !== null && slippage > maxSlippageBp) {
    throw new LimitError(
      `A slippage of ${slippage / 100} % exceeds the limit of ${maxSlippageBp / 100} %`,
      {
        code: "LIMIT_SLIPPAGE",
        remedy: `Choose a smaller slippageBp. ${changeLimit("--max-slippage", "maxSlippageBp")}`,
      },
    )
  }
}

/** The amount it takes from the wallet is unknown, so the key's owner must have named just this action. */
function requireNamed({ actions }: Limits, { action }: Action) {
  if (actions?.includes(action)) return
  throw new LimitError(`What ${action} is worth is not known, so that no limit can hold it`, {
    code: "WORTH_UNKNOWN",
    remedy: `Give the signer a node of your own (\`rpcUrl\`, ATOLL_RPC_URL), which tells the worth, or name the action in the limits. ${changeLimit("--actions", "actions")}`,
  })
}

function requireAmount({ maxPerAction, maxPerDay }: Limits, usdb: bigint, spent: bigint) {
  if (maxPerAction !== null && usdb > maxPerAction) {
    throw new LimitError(
      `${formatUsdb(usdb)} USDB exceed the limit of ${formatUsdb(maxPerAction)} USDB per action`,
      {
        code: "LIMIT_PER_ACTION",
        remedy: `Choose a smaller amount. ${changeLimit("--per-action", "maxPerAction")}`,
      },
    )
  }
  if (maxPerDay !== null && usdb > 0n && spent + usdb > maxPerDay) {
    throw beyondDay(spent, usdb, maxPerDay)
  }
}

const declined = () =>
  new LimitError("It has to be confirmed by a person, and was not", {
    code: "NOT_CONFIRMED",
    remedy: `Choose a smaller amount, or confirm it (--yes of the command). ${changeLimit("--confirm-above", "confirmAbove")}`,
  })
