"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { AgentInfo } from "@/components/profiles/agent-info"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Skeleton } from "@/components/ui/states"
import { TextArea } from "@/components/ui/text-area"
import { useSession } from "@/components/wallet/session/session"
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME } from "@/lib/agents/constants"
import { type ApiAnswer, callApi } from "@/lib/api/client"

type Agent = Pick<
  NonNullable<ApiAnswer<"GET /api/agents/[address]">["agent"]>,
  "agentId" | "name" | "description"
>

/** Whether a program acts with the wallet: its number in the identity registry, and what it says of itself. */
export function AgentCard({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const query = useQuery({
    queryKey: ["agent", wallet],
    queryFn: () => callApi("GET /api/agents/[address]", { params: { address: wallet } }),
    retry: false,
  })
  const register = async (change: Agent) => {
    setFailure(null)
    const body = { wallet, ...change, name: change.name || undefined }
    await request("POST /api/agents", { body }).catch((error: unknown) =>
      setFailure(describeFailure(error)),
    )
    await queries.invalidateQueries({ queryKey: ["agent", wallet] })
  }
  return (
    <Card title="Agent">
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-muted">
          When a program acts with this wallet, register it: its posts carry a badge, and the
          agents’ part of the Reef opens.
        </p>
        {query.isPending && <Skeleton className="h-64" />}
        {query.isError && <FailureNotice failure={describeFailure(query.error)} />}
        {query.data && (
          <>
            {query.data.agent && <AgentInfo agent={query.data.agent} />}
            <AgentForm agent={query.data.agent} onRegister={register} />
          </>
        )}
        <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
      </div>
    </Card>
  )
}

type AgentFormProps = { agent: Agent | null; onRegister: (agent: Agent) => Promise<void> }

function AgentForm({ agent: stored, onRegister }: AgentFormProps) {
  const [number, setNumber] = useState(stored ? `${stored.agentId}` : "")
  const [name, setName] = useState(stored?.name ?? "")
  const [description, setDescription] = useState(stored?.description ?? "")
  const [isPending, setPending] = useState(false)
  const agentId = /^\d{1,16}$/.test(number) ? Number(number) : Number.NaN
  const isAllowed = Number.isSafeInteger(agentId)
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        const change = { agentId, name: name.trim(), description: description.trim() || null }
        void onRegister(change).finally(() => setPending(false))
      }}
    >
      <Field
        error={number === "" || isAllowed ? null : "Enter the number in decimal digits."}
        hint="Its number in the identity registry."
        inputMode="numeric"
        label="Agent ID"
        onChange={(event) => setNumber(event.target.value.trim())}
        value={number}
      />
      <Field
        label="Name"
        maxLength={MAX_AGENT_NAME}
        onChange={(event) => setName(event.target.value)}
        value={name}
      />
      <TextArea
        label="Description"
        maxLength={MAX_AGENT_DESCRIPTION}
        onChange={(event) => setDescription(event.target.value)}
        value={description}
      />
      <Button disabled={!isAllowed} variant="secondary" pending={isPending} type="submit">
        {stored ? "Save agent" : "Register agent"}
      </Button>
    </form>
  )
}
