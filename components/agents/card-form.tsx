"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { isAddressEqual, parseEventLogs, type TransactionReceipt, zeroAddress } from "viem"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { dataUrlToBlob } from "@/components/content/picture"
import { PictureField } from "@/components/content/picture-field"
import { useWalletRequest } from "@/components/content/use-wallet-request"
import { SubmitButton } from "@/components/ticket/submit-button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import type { useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { agentCalls } from "@/lib/agents/calls"
import {
  type CardDraft,
  checkCard,
  EMPTY_CARD,
  isValidCard,
  listServices,
  toDataUri,
  toRegistrationFile,
} from "@/lib/agents/card-file"
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME, MAX_AGENT_URI } from "@/lib/agents/constants"
import { identityRegistryAbi } from "@/lib/chain/generated/IdentityRegistry"
import { trimText } from "@/lib/readable-text"
import { AgentCardView } from "./agent-card-view"
import { BindAgent } from "./bind-agent"
import { ServiceFields } from "./service-fields"

type Props = {
  /** Null registers a new agent. */
  agentId: number | null
  stored: CardDraft | null
}

/** Enters an agent's card, shows it, and puts it on the chain in one transaction. */
export function CardForm({ agentId, stored }: Props) {
  const { chainId, contracts } = useBrowserConfig()
  const router = useRouter()
  const wallet = useWallet()
  const session = useWalletRequest(wallet.address ?? "")
  const [draft, setDraft] = useState<CardDraft>(stored ?? EMPTY_CARD)
  const [isTouched, setTouched] = useState(false)
  const [registered, setRegistered] = useState<number | null>(null)
  const [isIndexed, setIndexed] = useState(false)
  const transaction = useTransaction({
    name: agentId === null ? "agent.register" : `agent.${agentId}.card`,
    title: agentId === null ? "Register the agent" : `Change agent ${agentId}`,
    // The receipt has the agent's number, so the next page does not need the index.
    onMined: (receipt) => {
      if (agentId === null) setRegistered(findRegistered(receipt, contracts.identityRegistry))
    },
    onIndexed: () => {
      if (agentId !== null) router.push(`/agents/${agentId}`)
      setIndexed(true)
    },
  })
  if (contracts.identityRegistry === zeroAddress) {
    return (
      <Notice title="No registry of agents on this chain" tone="warning">
        <p>Agents can be registered where the identity registry of ERC-8004 is deployed.</p>
      </Notice>
    )
  }
  const change = (part: Partial<CardDraft>) => setDraft({ ...draft, ...part })
  const errors = checkCard(draft)
  const identity =
    agentId === null ? null : { agentId, chainId, registry: contracts.identityRegistry }
  const file = toRegistrationFile(draft, identity)
  const isNewPicture = draft.picture?.startsWith("data:") ?? false
  const isTooLong =
    toDataUri(isNewPicture ? { ...file, image: "" } : file).length > MAX_AGENT_URI - 200
  const submit = () => {
    setTouched(true)
    if (!isValidCard(errors) || isTooLong || transaction.isRunning || session.isPending) return
    void session.attempt(async (request) => {
      const picture = await storePicture(request, draft.picture)
      const ready = { ...draft, picture }
      setDraft(ready)
      const uri = toDataUri(toRegistrationFile(ready, identity))
      const calls = agentCalls(contracts)
      void transaction.run(
        agentId === null
          ? { ...calls.register(trimText(draft.name), uri), action: registrationOf(ready) }
          : { ...calls.setUri(agentId, uri), action: null },
      )
    })
  }
  const needsSignIn = isNewPicture && wallet.status === "connected" && session.isSignedIn === false
  return (
    <Form
      className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      onSubmit={submit}
    >
      <Card title="Agent">
        <div className="grid grid-cols-1 gap-4">
          <Field
            error={isTouched ? errors.name : null}
            label="Name"
            maxLength={MAX_AGENT_NAME}
            onChange={(event) => change({ name: event.target.value })}
            value={draft.name}
          />
          <TextArea
            hint="What it does, and for whom."
            label="Description"
            maxLength={MAX_AGENT_DESCRIPTION}
            onChange={(event) => change({ description: event.target.value })}
            value={draft.description}
          />
          <PictureField
            canRemove
            isPending={session.isPending}
            onChange={(picture) => change({ picture })}
            picture={draft.picture}
          />
          <ServiceFields
            errors={isTouched ? errors.services : errors.services.map(() => null)}
            onChange={(services) => change({ services })}
            services={draft.services}
          />
        </div>
      </Card>
      <div className="grid grid-cols-1 gap-5 lg:sticky lg:top-22">
        <CardPreview address={wallet.address ?? ""} draft={draft} file={file} />
        {isTooLong && (
          <Notice title="The card is too long" tone="bad">
            <p>
              Shorten the description or remove services: the whole card is stored on the chain.
            </p>
          </Notice>
        )}
        {needsSignIn && (
          <Notice title="Sign in to upload the picture" tone="info">
            <SignInPanel
              label={agentId === null ? "Sign in and register" : "Sign in and save"}
              onSignedIn={submit}
            />
          </Notice>
        )}
        <SubmitButton
          approvalSymbol={null}
          connectLabel="Connect a wallet"
          isBlocked={needsSignIn || isTooLong || registered !== null}
          isBusy={session.isPending || transaction.isRunning}
          label={agentId === null ? "Register agent" : "Save card"}
          wallet={wallet}
        />
        {session.failure && <FailureNotice failure={session.failure} />}
        <TransactionProgress
          hasApproval={false}
          state={transaction.state}
          success={agentId === null ? "The agent is registered" : "The card has changed"}
        />
        {registered !== null && wallet.address && (
          <BindAgent
            agentId={registered}
            isIndexed={isIndexed}
            name={trimText(draft.name)}
            wallet={wallet.address}
          />
        )}
      </div>
    </Form>
  )
}

/** A registration for the quote. */
const registrationOf = ({ name, description, picture, services }: CardDraft) => ({
  ...{
    action: "agent.register" as const,
    name: trimText(name),
    description: trimText(description),
  },
  ...(picture && { image: picture }),
  services: listServices(services),
})

/** The number of the agent that a transaction registered. */
function findRegistered({ logs }: TransactionReceipt, registry: `0x${string}`): number | null {
  const [event] = parseEventLogs({
    abi: identityRegistryAbi,
    eventName: "Registered",
    logs: logs.filter(({ address }) => isAddressEqual(address, registry)),
  })
  return event ? Number(event.args.agentId) : null
}

/** Uploads a new picture and returns its absolute URL, so that other sites can read it. */
async function storePicture(
  request: ReturnType<typeof useSession>["request"],
  picture: string | null,
): Promise<string | null> {
  if (!picture?.startsWith("data:")) return picture
  const body = new FormData()
  body.append("purpose", "avatar")
  body.append("file", dataUrlToBlob(picture), "picture")
  const { url } = await request("POST /api/images", { body })
  return new URL(url, window.location.origin).href
}

type CardPreviewProps = { address: string; draft: CardDraft; file: object }

/** The agent's card as others will see it, and the file that the transaction stores. */
function CardPreview({ address, draft, file }: CardPreviewProps) {
  const { name, description, picture, services } = draft
  const shown = picture?.startsWith("data:")
    ? { ...file, image: "(uploaded before signing)" }
    : file
  return (
    <Card title="The agent’s card">
      <div className="grid grid-cols-1 gap-3" data-testid="card-preview">
        <AgentCardView
          address={address}
          description={trimText(description) || null}
          image={picture}
          name={trimText(name) || "Unnamed agent"}
          services={listServices(services)}
        />
        <p className="text-sm text-muted">
          One transaction stores this card in the identity registry. Everybody can read it, and
          earlier versions stay on the chain.
        </p>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm text-accent">
            View file
          </summary>
          <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(shown, null, 2)}
          </pre>
        </details>
      </div>
    </Card>
  )
}
