"use client"

import { useEffect, useState } from "react"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { ReadFailure } from "@/components/ticket/quote-status"
import { Card } from "@/components/ui/card"
import { Form } from "@/components/ui/form"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { useWallet } from "@/components/wallet/use-wallet"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"
import { checkBalance, parseBeneficiaries } from "@/lib/vesting/beneficiaries"
import { EMPTY_TERMS, resolveTerms, type TermsDraft } from "@/lib/vesting/new-terms"
import { BatchProgress } from "./batch-progress"
import { useCreationContext } from "./creation-context"
import { ManyField } from "./many-field"
import { checkOne, EMPTY_ONE, type OneDraft, OneFields, toList } from "./one-fields"
import { loadPlan, type Plan, savePlan } from "./plan"
import { Review } from "./review"
import { TermsFields } from "./terms-fields"

/** The form, or the transactions of the confirmed plan. */
export function CreateForm({ token }: { token: string | null }) {
  const { chainId } = useBrowserConfig()
  const { address } = useWallet()
  const [plan, setPlan] = useState<Plan | null>(null)
  useEffect(() => {
    const stored = loadPlan()
    setPlan(stored && stored.chainId === chainId && stored.wallet === address ? stored : null)
  }, [chainId, address])
  const change = (next: Plan | null) => {
    savePlan(next)
    setPlan(next)
  }
  if (plan) return <BatchProgress onChange={change} plan={plan} />
  return <NewSchedules onConfirm={change} preferred={token} />
}

type NewSchedulesProps = { preferred: string | null; onConfirm: (plan: Plan) => void }

function NewSchedules({ preferred, onConfirm }: NewSchedulesProps) {
  const { chainId, contracts } = useBrowserConfig()
  const wallet = useWallet()
  const held = useHeldTokens()
  const [chosen, setChosen] = useState<string | null>(preferred)
  const [mode, setMode] = useState<"one" | "many">("one")
  const [one, setOne] = useState<OneDraft>(EMPTY_ONE)
  const [text, setText] = useState("")
  const [termsDraft, setTermsDraft] = useState<TermsDraft>(EMPTY_TERMS)

  const token = held?.find(({ address }) => address === chosen) ?? held?.[0] ?? null
  const context = useCreationContext(wallet.address, token && toAddress(token.address))
  const symbol = token?.symbol ?? "tokens"
  const unpayable = { token: token?.address ?? "", vesting: contracts.vesting }
  const errors = checkOne(one, unpayable)
  const list = mode === "one" ? toList(one, errors) : parseBeneficiaries(text, unpayable)
  const now = context.data?.now ?? BigInt(Math.floor(Date.now() / 1_000))
  const { terms, errors: termsErrors } = resolveTerms(termsDraft, now)
  const balance = context.data?.balance ?? undefined
  const shortage = balance === undefined ? null : checkBalance(list.total, balance, symbol)
  const isReady =
    token !== null &&
    wallet.address !== undefined &&
    balance !== undefined &&
    terms !== null &&
    shortage === null &&
    list.errors.length === 0 &&
    list.beneficiaries.length > 0
  const confirm = () => {
    if (!isReady) return
    const plan = { id: createId(), chainId, wallet: wallet.address, terms, done: 0 }
    onConfirm({ ...plan, token: token.address, symbol, beneficiaries: list.beneficiaries })
  }
  return (
    <Form
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      onSubmit={confirm}
    >
      <div className="grid grid-cols-1 gap-5">
        <Card title="Tokens and beneficiaries">
          <div className="grid grid-cols-1 gap-4">
            <TokenChoice
              held={held}
              isConnected={wallet.status === "connected"}
              onChange={setChosen}
              value={token?.address ?? ""}
            />
            <SegmentedControl
              label="Number of beneficiaries"
              onChange={setMode}
              options={[
                { value: "one", label: "One" },
                { value: "many", label: "Many (CSV)" },
              ]}
              value={mode}
            />
            {mode === "one" ? (
              <OneFields
                balance={balance}
                draft={one}
                errors={errors}
                onChange={(change) => setOne({ ...one, ...change })}
                symbol={symbol}
              />
            ) : (
              <ManyField list={list} onChange={setText} text={text} />
            )}
          </div>
        </Card>
        <Card title="Schedule">
          <TermsFields
            draft={termsDraft}
            errors={termsErrors}
            onChange={(change) => setTermsDraft({ ...termsDraft, ...change })}
          />
        </Card>
      </div>
      <div className="grid grid-cols-1 gap-3 lg:sticky lg:top-22">
        <ReadFailure query={context} />
        <Review
          context={context.data ?? null}
          isReady={isReady}
          list={list}
          now={now}
          shortage={mode === "many" ? shortage : null}
          symbol={symbol}
          terms={terms}
          wallet={wallet}
        />
      </div>
    </Form>
  )
}

type TokenChoiceProps = {
  held: readonly { address: string; symbol: string }[] | null
  isConnected: boolean
  value: string
  onChange: (address: string) => void
}

function TokenChoice({ held, isConnected, value, onChange }: TokenChoiceProps) {
  if (isConnected && held?.length === 0) {
    return (
      <Notice title="This wallet holds no token that can vest" tone="warning">
        <p>Buy TIDE or a launched token first.</p>
      </Notice>
    )
  }
  return (
    <NativeSelect
      disabled={!held}
      // The field takes its value only when it is mounted.
      key={value}
      label="Token"
      onChange={(event) => onChange(event.target.value)}
      options={
        held?.map(({ address, symbol }) => [address, symbol] as const) ?? [
          ["", isConnected ? "Loading…" : "Connect a wallet to choose from its tokens"],
        ]
      }
      value={value}
    />
  )
}

/** `crypto.randomUUID` exists on https only. */
const createId = () =>
  [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

/** TIDE and launched tokens of the connected wallet, largest balance first; null while unknown. */
function useHeldTokens() {
  const data = useWalletData({
    subject: "tokens",
    version: "",
    load: (wallet, signal) =>
      callApi("GET /api/internal/wallets/tokens", { query: { wallet } }, { signal }),
  })
  return data?.tokens ?? null
}
