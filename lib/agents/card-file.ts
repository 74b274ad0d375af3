import { trimText } from "@/lib/readable-text"

/** The owner's description of an agent. */
export type CardDraft = {
  name: string
  description: string
  /** URL of a stored picture, or a data URL of a new one. */
  picture: string | null
  services: ServiceDraft[]
}

export type ServiceDraft = { name: string; endpoint: string; version: string }

export const EMPTY_CARD: CardDraft = { name: "", description: "", picture: null, services: [] }

const REGISTRATION_TYPE = "https://eips.ethereum.org/EIPS/eip-8004#registration-v1"

type Identity = { agentId: number; chainId: number; registry: string }

/** The registration file of ERC-8004. An agent that has no number yet names no registration. */
export function toRegistrationFile(
  { name, description, picture, services }: CardDraft,
  identity: Identity | null,
) {
  return {
    type: REGISTRATION_TYPE,
    name: trimText(name),
    description: trimText(description),
    ...(picture && { image: picture }),
    services: listServices(services).map(({ version, ...service }) => ({
      ...service,
      ...(version && { version }),
    })),
    active: true,
    ...(identity && {
      registrations: [
        {
          agentId: identity.agentId,
          agentRegistry: `eip155:${identity.chainId}:${identity.registry}`,
        },
      ],
    }),
    supportedTrust: ["reputation"],
  }
}

/** The file inside its own URI, so that the chain holds it. */
export function toDataUri(file: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(file))
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:application/json;base64,${btoa(text)}`
}

/** Lines in which something was entered. */
export const listServices = (services: readonly ServiceDraft[]): ServiceDraft[] =>
  services
    .map(({ name, endpoint, version }) => ({
      name: trimText(name),
      endpoint: trimText(endpoint),
      version: trimText(version),
    }))
    .filter(({ name, endpoint }) => name !== "" || endpoint !== "")

const isEndpoint = (text: string) =>
  /^(did:|ipfs:\/\/|eip155:)\S+$/.test(text) ||
  (/^https?:\/\/\S+$/.test(text) && URL.canParse(text))

type CardErrors = { name: string | null; services: (string | null)[] }

/** Errors in the entered texts; null without any. */
export function checkCard({ name, services }: CardDraft): CardErrors {
  return {
    name: trimText(name) === "" ? "Enter a name." : null,
    services: services.map(({ name: service, endpoint }) => {
      if (trimText(service) === "" && trimText(endpoint) === "") return null
      if (trimText(service) === "") return "Enter what the service is, such as A2A or MCP."
      return isEndpoint(trimText(endpoint)) ? null : "Enter an address, such as https://…"
    }),
  }
}

export const isValidCard = ({ name, services }: CardErrors) =>
  name === null && services.every((error) => error === null)
