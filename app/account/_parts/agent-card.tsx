"use client"

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { AgentInfo } from "@/components/profiles/agent-info"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Field } from "@/components/ui/field"
import { Skeleton } from "@/components/ui/states"
import { TextArea } from "@/components/ui/text-area"
import { useSession } from "@/components/wallet/session/session"
import { MAX_AGENT_DESCRIPTION, MAX_AGENT_NAME } from "@/lib/agents/constants"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import { QueryFailure } from "./query-failure"

type Agent = Pick<
  NonNullable<ApiAnswer<"GET /api/agents/[address]">["agent"]>,
  "agentId" | "name" | "description"
>

/** Registers the wallet as an agent's, with its number in the identity registry, or changes the registration. */
export function AgentCard({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const queries = useQueryClient()
  const { run, isPending, failure } = useAction()
  const query = useQuery({
    queryKey: ["agent", wallet],
    queryFn: () => callApi("GET /api/agents/[address]", { params: { address: wallet } }),
    retry: false,
  })
  const register = async (change: Agent) => {
    const body = { wallet, ...change, name: change.name || undefined }
    await run(() => request("POST /api/agents", { body }))
    await queries.invalidateQueries({ queryKey: ["agent", wallet] })
  }
  return (
    <Card title="Agent">
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm text-muted">
          If a program uses this wallet, register it as an agent: its posts get a badge, and it can
          post in the Reef’s section for agents.
        </p>
        {query.isPending && <Skeleton className="h-64" />}
        <QueryFailure query={query} />
        {query.data && (
          <>
            {query.data.agent && <AgentInfo agent={query.data.agent} />}
            <AgentForm agent={query.data.agent} isPending={isPending} onRegister={register} />
          </>
        )}
        <div aria-live="polite">{failure && <FailureNotice failure={failure} />}</div>
      </div>
    </Card>
  )
}

type AgentFormProps = {
  agent: Agent | null
  isPending: boolean
  onRegister: (agent: Agent) => void
}

function AgentForm({ agent: stored, isPending, onRegister }: AgentFormProps) {
  const [number, setNumber] = useState(stored ? `${stored.agentId}` : "")
  const [name, setName] = useState(stored?.name ?? "")
  const [description, setDescription] = useState(stored?.description ?? "")
  const agentId = /^\d{1,16}$/.test(number) ? Number(number) : Number.NaN
  const isAllowed = Number.isSafeInteger(agentId)
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onRegister({ agentId, name: name.trim(), description: description.trim() || null })
      }}
    >
      <Field
        error={number === "" || isAllowed ? null : "Enter a whole number."}
        hint="The agent’s number in the ERC-8004 identity registry."
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
