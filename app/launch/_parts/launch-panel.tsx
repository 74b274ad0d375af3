"use client"

import { parseEventLogs, type TransactionReceipt } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useCreationCost } from "@/components/chain/use-creation-cost"
import { DetailRow } from "@/components/ui/figures"
import {
  CreateButton,
  CreationPanel,
  type CreationPanelProps,
} from "@/components/wizard/creation-panel"
import { useCreation } from "@/components/wizard/use-creation"
import { toAddress } from "@/lib/chain/browser"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import { type LaunchTerms, launchCall } from "@/lib/tokens/launch-call"
import { launchTransactionName } from "./draft"
import { type LaunchDraft, vestSeconds } from "./validation"

/** Gas of a launch, where the node cannot estimate it. */
const USUAL_GAS = 2_600_000n

/** The cost of the launch, its transaction, then the storing of the token's content. */
export function LaunchPanel(props: CreationPanelProps<LaunchDraft>) {
  const { stored, isComplete } = props
  const { draft } = stored
  const { contracts } = useBrowserConfig()
  const creation = useCreation({
    name: launchTransactionName(stored.id),
    title: `Launch ${draft.symbol}`,
    storedAddress: stored.created,
    readCreated: readCreatedToken,
  })
  const complete = termsOf(draft)
  const terms = isComplete ? complete : null
  const action = actionOf(complete)
  const cost = useCreationCost({
    to: contracts.factory,
    data: terms && launchCall(contracts, { ...terms, fee: 0n }).call.data,
    usualGas: USUAL_GAS,
    isVested: draft.autoVest !== "none",
  })
  return (
    <CreationPanel
      {...props}
      creation={creation}
      hasApproval={false}
      href={(address) => `/launch/${address}`}
      news={`${draft.symbol} can be traded now.`}
      success={`${draft.symbol} is launched`}
    >
      <CreateButton
        action={action}
        connectLabel="Connect a wallet to launch"
        cost={cost}
        hint="One transaction. Then you sign a message, free of charge, to save the image, description and links."
        isReady={isComplete}
        label="Launch token"
        onCreate={(fee) =>
          terms && creation.transaction.run({ ...launchCall(contracts, { ...terms, fee }), action })
        }
      >
        <DetailRow label="Start liquidity">None (virtual)</DetailRow>
      </CreateButton>
    </CreationPanel>
  )
}

/** The wizard's terms without the fee, which is read from the chain. */
function termsOf(draft: LaunchDraft): Omit<LaunchTerms, "fee"> {
  const { symbol, name, multiplier, startLiquidity, rewardTarget, isFrozen, autoVest } = draft
  return {
    symbol,
    name: name.trim(),
    multiplier: BigInt(multiplier),
    isFrozen,
    rewardTarget: BigInt(rewardTarget),
    startLiquidity: BigInt(startLiquidity),
    autoVest:
      autoVest === "none"
        ? null
        : { seconds: BigInt(vestSeconds(draft) ?? 0), isGradual: autoVest === "gradual" },
  }
}

/** The launch for the quote. */
const actionOf = (terms: Omit<LaunchTerms, "fee">) => ({
  ...{ action: "token.launch" as const, symbol: terms.symbol, name: terms.name },
  ...{ hybridMultiplier: Number(terms.multiplier), frozen: terms.isFrozen },
  ...{ usdcForBonding: `${terms.rewardTarget}`, startLP: `${terms.startLiquidity}` },
  ...{ autoVest: terms.autoVest !== null, gradualAutovest: terms.autoVest?.isGradual ?? false },
  autoVestDuration: Number(terms.autoVest?.seconds ?? 0n),
})

function readCreatedToken(receipt: TransactionReceipt): string | null {
  const [event] = parseEventLogs({
    abi: tokenFactoryAbi,
    eventName: "TokenCreated",
    logs: receipt.logs,
  })
  return event ? toAddress(event.args.tokenAddress) : null
}
