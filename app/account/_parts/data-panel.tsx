"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { useSession } from "@/components/wallet/session/session"
import { keptData } from "@/lib/account/kept-data"
import type { ApiAnswer } from "@/lib/api/client"
import { shortenAddress } from "@/lib/format"
import { Section } from "./sections"

type Deletion = ApiAnswer<"DELETE /api/v1/me/data">

/** Export and deletion of what is stored about the active wallet. */
export function DataPanel() {
  const { activeWallet } = useSession()
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  if (!activeWallet && !deletion) return null
  return (
    <Section id="data">
      <Card title="Your data">
        <div className="grid grid-cols-1 gap-5">
          {deletion && <DeletionNotice deletion={deletion} />}
          {activeWallet && (
            <>
              <ExportButton key={`${activeWallet}-export`} wallet={activeWallet} />
              <DeleteForm key={activeWallet} onDeleted={setDeletion} wallet={activeWallet} />
            </>
          )}
        </div>
      </Card>
    </Section>
  )
}

function ExportButton({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const { run, isPending, failure } = useAction()
  const save = async () => {
    const document = await request("GET /api/v1/me/export", {})
    saveFile(`atoll-${wallet}.json`, JSON.stringify(document, null, 2))
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">
        One JSON file with every row that Atoll stores about {shortenAddress(wallet)}: what you
        wrote, your accounts and keys, and what the chain tells of your trades.
      </p>
      <Button onClick={() => run(save)} pending={isPending} variant="secondary">
        Export your data
      </Button>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

function saveFile(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

const WORD = "delete"

type DeleteFormProps = { wallet: string; onDeleted: (deletion: Deletion) => void }

function DeleteForm({ wallet, onDeleted }: DeleteFormProps) {
  const { request, signOut } = useSession()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const { run, isPending, failure } = useAction()
  const remove = async () => {
    onDeleted(await request("DELETE /api/v1/me/data", {}))
    // The service has ended the session; this makes the page and other tabs know.
    await signOut(wallet)
    await queries.invalidateQueries()
  }
  if (!isOpen) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">
          Deletion removes your profile, linked accounts, API key, sessions, pictures, and all you
          wrote: posts, comments, votes and reports. It cannot be undone.
        </p>
        <Button onClick={() => setOpen(true)} variant="danger">
          Delete your data
        </Button>
      </div>
    )
  }
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void run(remove)
      }}
    >
      <Notice title={`This deletes the data of ${shortenAddress(wallet)}`} tone="warning">
        <p>What stays:</p>
        <KeptList kept={keptData} />
      </Notice>
      <Field
        autoCapitalize="none"
        autoComplete="off"
        label={`Type ${WORD} to confirm`}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        value={text}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={text.trim().toLowerCase() !== WORD}
          pending={isPending}
          type="submit"
          variant="danger"
        >
          Delete permanently
        </Button>
        <Button disabled={isPending} onClick={() => setOpen(false)} variant="secondary">
          Cancel
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} />}
    </form>
  )
}

function KeptList({ kept }: { kept: readonly { what: string; why: string }[] }) {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {kept.map(({ what, why }) => (
        <li key={what}>
          <b className="font-medium">{what}.</b> {why}
        </li>
      ))}
    </ul>
  )
}

function DeletionNotice({ deletion: { wallet, removed, kept } }: { deletion: Deletion }) {
  const count = Object.values(removed).reduce((sum, each) => sum + each, 0)
  return (
    <Notice title={`Data of ${shortenAddress(wallet)} deleted`} tone="good">
      <p>
        {count === 0 ? "Nothing was stored beside the chain." : `${count} entries were removed.`}{" "}
        The wallet is signed out in every browser. What stays:
      </p>
      <KeptList kept={kept} />
    </Notice>
  )
}
