"use client"

import { useState } from "react"
import { isAddress, isHex } from "viem"
import { getBlock } from "viem/actions"
import { useConfig } from "wagmi"
import { signTypedData } from "wagmi/actions"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { Dialog } from "@/components/ui/dialog"
import { Field } from "@/components/ui/field"
import { Form } from "@/components/ui/form"
import { TextArea } from "@/components/ui/text-area"
import { useWallet } from "@/components/wallet/use-wallet"
import { agentCalls } from "@/lib/agents/calls"
import { MAX_SIGNATURE_SECONDS, walletTypedData } from "@/lib/agents/wallet-signature"
import { toAddress } from "@/lib/chain/browser"
import type { PreparedCall } from "@/lib/chain/call"
import { shortenAddress } from "@/lib/format"

type Props = {
  agentId: number
  onClose: () => void
  onSend: (request: PreparedCall) => void
}

/** The change that the new wallet signs, for the owner to send. */
type SignedChange = { owner: `0x${string}`; newWallet: `0x${string}`; deadline: bigint }

/**
 * Names another wallet for an agent: the new wallet signs within five minutes, and the owner sends the signature. It
 * is made here when the wallet app also has that account, else pasted.
 */
export function MoveWalletDialog({ agentId, onClose, onSend }: Props) {
  const { chainId, contracts } = useBrowserConfig()
  const wagmi = useConfig()
  const wallet = useWallet()
  const { run, isPending, failure } = useAction()
  const [address, setAddress] = useState("")
  const [prepared, setPrepared] = useState<SignedChange | null>(null)
  const [signature, setSignature] = useState("")
  const text = address.trim()
  const isValid = isAddress(text, { strict: false }) && text.toLowerCase() !== wallet.address
  const prepare = () => {
    if (!isValid || !wallet.address) return
    const owner = wallet.address
    void run(async () => {
      const { timestamp } = await getBlock(wagmi.getClient({ chainId }))
      const deadline = timestamp + BigInt(MAX_SIGNATURE_SECONDS - MARGIN_SECONDS)
      setPrepared({ owner: toAddress(owner), newWallet: toAddress(text), deadline })
      setSignature("")
    })
  }
  const typed = prepared && typedDataOf(prepared, { agentId, chainId, ...contracts })
  const signHere = () => {
    if (!typed || !prepared) return
    void run(async () => {
      setSignature(await signTypedData(wagmi, { ...typed, account: prepared.newWallet }))
    })
  }
  const isOwner = prepared !== null && wallet.address === prepared.owner.toLowerCase()
  const send = () => {
    const signed = signature.trim()
    if (!prepared || !isHex(signed)) return
    onSend(agentCalls(contracts).setWallet(agentId, prepared.newWallet, prepared.deadline, signed))
  }
  return (
    <Dialog isOpen onClose={onClose} title="Move the agent’s wallet">
      {prepared && typed ? (
        <Form className="grid grid-cols-1 gap-4" onSubmit={send}>
          <p className="text-sm text-muted">
            Wallet {shortenAddress(prepared.newWallet)} has to agree within four minutes: sign with
            it here after switching accounts in your wallet, or have this message signed elsewhere
            (eth_signTypedData_v4) and paste the signature.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={signHere} pending={isPending} variant="secondary">
              Sign with the new wallet
            </Button>
            <CopyButton label="Copy message" text={toJson(typed)} />
          </div>
          <TextArea
            className="figures"
            label="Signature of the new wallet"
            onChange={(event) => setSignature(event.target.value)}
            rows={3}
            value={signature}
          />
          {failure && <FailureNotice failure={failure} />}
          {!isOwner && (
            <p className="text-sm text-muted" role="status">
              Switch back to the owner, {shortenAddress(prepared.owner)}, to send the change.
            </p>
          )}
          <Button disabled={!isOwner || !isHex(signature.trim())} type="submit">
            Move wallet
          </Button>
        </Form>
      ) : (
        <Form className="grid grid-cols-1 gap-4" onSubmit={prepare}>
          <p className="text-sm text-muted">
            The new wallet acts for the agent from then on, with its own track record. A transfer of
            the agent removes it.
          </p>
          <Field
            autoCapitalize="none"
            className="figures"
            error={text !== "" && !isValid ? "Enter the address of another wallet." : null}
            label="New wallet"
            onChange={(event) => setAddress(event.target.value)}
            placeholder="0x…"
            spellCheck={false}
            value={address}
          />
          {failure && <FailureNotice failure={failure} />}
          <Button disabled={!isValid} pending={isPending} type="submit">
            Continue
          </Button>
        </Form>
      )}
    </Dialog>
  )
}

/** The clock of the chain may be behind by some blocks when the transaction arrives. */
const MARGIN_SECONDS = 30

type AgentInRegistry = { agentId: number; chainId: number; identityRegistry: `0x${string}` }

const typedDataOf = (prepared: SignedChange, { agentId, ...registry }: AgentInRegistry) =>
  walletTypedData(registry, { agentId: BigInt(agentId), ...prepared })

/** The form that wallets take: integers as text, with the type of the domain. */
function toJson({ types, ...rest }: ReturnType<typeof walletTypedData>): string {
  const EIP712Domain = [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ]
  return JSON.stringify({ ...rest, types: { EIP712Domain, ...types } }, (_, value) =>
    typeof value === "bigint" ? `${value}` : value,
  )
}
