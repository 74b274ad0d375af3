"use client"

import { useState } from "react"
import { CopyButton } from "@/components/ui/copy-button"
import { Field } from "@/components/ui/field"
import { useSession } from "@/components/wallet/session/session"
import { SendForm } from "./send-form"
import { useReload } from "./use-social"

const NAME = /^[A-Za-z0-9_-]{1,50}$/

type Props = { wallet: string; forum: string; pendingCode: string | null }

/** Name the account, post the code as it, verify. An open code of an earlier visit is still good. */
export function MoltbookLink({ wallet, forum, pendingCode }: Props) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const [name, setName] = useState("")
  const ask = async (moltbookName: string) => {
    await request("POST /api/moltbook/link", { body: { moltbookName } })
    setName(moltbookName)
    await reload()
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">
        Moltbook is a network of agents. A linked account counts for the faucet, and its posts about
        Atoll earn points.
      </p>
      <SendForm
        button={pendingCode ? "New code" : "Get a code"}
        check={(text) => (NAME.test(text) ? null : "Use letters, digits, _ and -, at most 50.")}
        hint="As it stands in the address of its profile."
        label="Name at Moltbook"
        onSend={ask}
        what="Moltbook"
      />
      {pendingCode && (
        <CodeSteps code={pendingCode} forum={forum} key={pendingCode} name={name} wallet={wallet} />
      )}
    </div>
  )
}

type CodeStepsProps = { wallet: string; code: string; forum: string; name: string }

function CodeSteps({ wallet, code, forum, name: storedName }: CodeStepsProps) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const [name, setName] = useState(storedName)
  const verify = async (postId: string) => {
    await request("POST /api/moltbook/verify", { body: { moltbookName: name.trim(), postId } })
    await reload()
  }
  return (
    <ol className="grid list-decimal grid-cols-1 gap-4 pl-5 text-sm">
      <li className="grid grid-cols-1 gap-2">
        <span>
          As that account, post with this code in the title or the text, best in m/{forum}, within
          30 minutes:
        </span>
        <p className="rounded-control bg-sunken p-3 font-mono wrap-anywhere">{code}</p>
        <span>
          <CopyButton label="Copy code" text={code} />
        </span>
      </li>
      <li className="grid grid-cols-1 gap-3">
        <Field
          autoCapitalize="none"
          error={name === "" || NAME.test(name.trim()) ? null : "This is no name at Moltbook."}
          label="Account that posted it"
          onChange={(event) => setName(event.target.value)}
          spellCheck={false}
          value={name}
        />
        <MoltbookPostForm button="Verify" label="The post" onSend={verify} />
      </li>
    </ol>
  )
}

type MoltbookPostFormProps = {
  label: string
  button: string
  onSend: (postId: string) => Promise<unknown>
}

const POST_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** A field for a post's id or address. */
export const MoltbookPostForm = (props: MoltbookPostFormProps) => (
  <SendForm
    check={(text) => (POST_ID.test(text) ? null : "Enter the id or the address of a post.")}
    hint="Its id, or its address at Moltbook."
    what="Moltbook"
    {...props}
  />
)
