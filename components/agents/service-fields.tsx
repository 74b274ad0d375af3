"use client"

import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Icon } from "@/components/ui/icon"
import type { ServiceDraft } from "@/lib/agents/card-file"
import { MAX_AGENT_NAME, MAX_AGENT_SERVICES, MAX_CARD_TEXT } from "@/lib/agents/constants"

type Props = {
  services: readonly ServiceDraft[]
  errors: readonly (string | null)[]
  onChange: (services: ServiceDraft[]) => void
}

const EMPTY: ServiceDraft = { name: "", endpoint: "", version: "" }

/** The addresses of the agent: A2A, MCP, a web page. */
export function ServiceFields({ services, errors, onChange }: Props) {
  const set = (index: number, change: Partial<ServiceDraft>) =>
    onChange(services.map((each, at) => (at === index ? { ...each, ...change } : each)))
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-medium">Services</legend>
      <p className="text-sm text-muted">
        Where others reach the agent, such as A2A, MCP or a web page. None is required.
      </p>
      {services.map((service, index) => (
        <div
          className="grid grid-cols-1 gap-3 rounded-control border border-line p-3 sm:grid-cols-[8rem_minmax(0,1fr)_6rem_auto] sm:items-start"
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and are never sorted
          key={index}
        >
          <Field
            label="Kind"
            maxLength={MAX_AGENT_NAME}
            onChange={(event) => set(index, { name: event.target.value })}
            placeholder="A2A"
            value={service.name}
          />
          <Field
            error={errors[index] ?? null}
            inputMode="url"
            label="Endpoint"
            maxLength={MAX_CARD_TEXT}
            onChange={(event) => set(index, { endpoint: event.target.value })}
            placeholder="https://…"
            value={service.endpoint}
          />
          <Field
            label="Version"
            maxLength={MAX_AGENT_NAME}
            onChange={(event) => set(index, { version: event.target.value })}
            value={service.version}
          />
          <Button
            aria-label={`Remove service ${index + 1}`}
            className="sm:mt-6.5"
            onClick={() => onChange(services.filter((_, at) => at !== index))}
            variant="quiet"
          >
            <Icon name="remove" />
          </Button>
        </div>
      ))}
      {services.length < MAX_AGENT_SERVICES && (
        <Button
          className="justify-self-start"
          onClick={() => onChange([...services, EMPTY])}
          variant="secondary"
        >
          <Icon name="plus" />
          Add a service
        </Button>
      )}
    </fieldset>
  )
}
