export const MAX_AGENT_NAME = 100
export const MAX_AGENT_DESCRIPTION = 500
export const DEFAULT_AGENT_NAME = "Atoll Agent"
/** Services of a card that are kept. */
export const MAX_AGENT_SERVICES = 20
/** Characters of an address in a card, and of what feedback refers to. */
export const MAX_CARD_TEXT = 2_000
/** Characters of an agentURI. */
export const MAX_AGENT_URI = 8_192
/** Bytes of a metadata value. */
export const MAX_METADATA_VALUE = 1_024
/** Characters of a metadata key, and of a tag of feedback. */
export const MAX_TAG = 100
